# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A worker started by spawn is handed an object that holds the keys of a dictionary."""

import multiprocessing


class Dataset:
    def __init__(self):
        self.class_range = {"car": 50, "truck": 50}
        self.class_names = list(self.class_range.keys())


def work(dataset):
    print("the worker has", len(dataset.class_names), "classes")


if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    worker = context.Process(target=work, args=(Dataset(),))
    worker.start()
    worker.join()
