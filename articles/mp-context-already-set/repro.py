# /// script
# requires-python = ">=3.4"
# dependencies = []
# ///
"""The start method is set after a lock has made the choice."""

import multiprocessing


def work(lock, number):
    with lock:
        print("the worker has", number)


if __name__ == "__main__":
    lock = multiprocessing.Lock()
    multiprocessing.set_start_method("spawn")
    worker = multiprocessing.Process(target=work, args=(lock, 1))
    worker.start()
    worker.join()
