# /// script
# requires-python = ">=3.4"
# dependencies = []
# ///
"""A worker imports this file and sets the start method a second time."""

import multiprocessing


def work(number):
    print("the worker has", number)


multiprocessing.set_start_method("spawn")
if __name__ == "__main__":
    worker = multiprocessing.Process(target=work, args=(1,))
    worker.start()
    worker.join()
    raise SystemExit(worker.exitcode)
