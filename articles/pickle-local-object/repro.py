# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A dataset whose transform is a lambda goes to a worker that is started by spawn."""

import multiprocessing


class Dataset:
    def __init__(self, scale):
        self.scale = scale
        self.transform = lambda x: x * self.scale


def work(dataset):
    print("the worker computes", dataset.transform(3))


if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    worker = context.Process(target=work, args=(Dataset(2),))
    worker.start()
    worker.join()
