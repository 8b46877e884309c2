# /// script
# requires-python = ">=3.10"
# dependencies = ["lmdb==3.0.0"]
# ///
"""A dataset that opens its LMDB in the constructor goes to a worker that is started by spawn."""

import multiprocessing

import lmdb


class Images:
    def __init__(self, path):
        self.path = path
        self.env = lmdb.open(path, lock=False)

    def __len__(self):
        return self.env.stat()["entries"]


def work(images):
    print("the worker sees", len(images), "images")


if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    worker = context.Process(target=work, args=(Images("train.lmdb"),))
    worker.start()
    worker.join()
