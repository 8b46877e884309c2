# /// script
# requires-python = ">=3.5"
# dependencies = []
# ///
"""A worker started by spawn imports this file, and comes past the line that starts a worker."""

import multiprocessing


def work(number):
    print("the worker has", number)


worker = multiprocessing.get_context("spawn").Process(target=work, args=(1,))
worker.start()
worker.join()
raise SystemExit(worker.exitcode)
