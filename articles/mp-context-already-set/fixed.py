# /// script
# requires-python = ">=3.4"
# dependencies = []
# ///
"""The start method is set before anything makes the choice."""

import multiprocessing


def work(lock, number):
    with lock:
        print("the worker has", number)


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    lock = multiprocessing.Lock()
    worker = multiprocessing.Process(target=work, args=(lock, 1))
    worker.start()
    worker.join()
