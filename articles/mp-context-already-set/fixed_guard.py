# /// script
# requires-python = ">=3.4"
# dependencies = []
# ///
"""A worker imports this file and leaves the start method alone."""

import multiprocessing


def work(number):
    print("the worker has", number)


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    worker = multiprocessing.Process(target=work, args=(1,))
    worker.start()
    worker.join()
    raise SystemExit(worker.exitcode)
