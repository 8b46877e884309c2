# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A dataset that keeps the match of a regular expression goes to a worker that is started by spawn."""

import multiprocessing
import re


class Clip:
    def __init__(self, name):
        self.info = re.match(r"(?P<scene>\w+)_(?P<frame>\d+)", name).groupdict()

    def frame(self):
        return int(self.info["frame"])


def work(clip):
    print("the worker reads frame", clip.frame())


if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    worker = context.Process(target=work, args=(Clip("street_042.png"),))
    worker.start()
    worker.join()
