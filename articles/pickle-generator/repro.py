# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A dataset that reads its samples by a generator goes to a worker that is started by spawn."""

import multiprocessing


def read(path):
    for number in range(3):
        yield path, number


class Dataset:
    def __init__(self, path):
        self.path = path
        self.samples = read(path)

    def __iter__(self):
        return self.samples


def work(dataset):
    print("the worker reads", list(dataset))


if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    worker = context.Process(target=work, args=(Dataset("train.txt"),))
    worker.start()
    worker.join()
