# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A dataset that keeps its file open goes to a worker that is started by spawn."""

import multiprocessing
from pathlib import Path


class Lines:
    def __init__(self, path):
        self.path = path
        self.file = None

    def first(self):
        if self.file is None:  # once in each worker
            self.file = open(self.path, "rb")
        return self.file.readline()


def work(lines):
    print("the worker reads", lines.first())


if __name__ == "__main__":
    Path("train.txt").write_text("one\ntwo\n")
    context = multiprocessing.get_context("spawn")
    worker = context.Process(target=work, args=(Lines("train.txt"),))
    worker.start()
    worker.join()
