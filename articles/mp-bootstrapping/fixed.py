# /// script
# requires-python = ">=3.5"
# dependencies = []
# ///
"""A worker started by spawn imports this file, and stays out of the lines under the main guard."""

import multiprocessing


def work(number):
    print("the worker has", number)


if __name__ == "__main__":
    worker = multiprocessing.get_context("spawn").Process(target=work, args=(1,))
    worker.start()
    worker.join()
    raise SystemExit(worker.exitcode)
