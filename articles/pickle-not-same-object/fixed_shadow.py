# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A class and its only instance have the same name, and the instance goes to a spawned worker."""

import multiprocessing


class Arguments:
    batch_size = 4


args = Arguments()


def work(options):
    print("the worker has batch size", options.batch_size)


if __name__ == "__main__":
    worker = multiprocessing.get_context("spawn").Process(target=work, args=(args,))
    worker.start()
    worker.join()
