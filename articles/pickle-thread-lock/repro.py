# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A dataset that guards its cache by a lock goes to a worker that is started by spawn."""

import multiprocessing
import threading


class Dataset:
    def __init__(self):
        self.cache = {"a.png": 1}
        self.lock = threading.Lock()


def work(dataset):
    with dataset.lock:
        print("the worker has", dataset.cache)


if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    worker = context.Process(target=work, args=(Dataset(),))
    worker.start()
    worker.join()
