# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""The workers of a ProcessPoolExecutor are not daemonic: each can have a pool."""

import concurrent.futures
import multiprocessing


def square(number):
    return number * number


def outer(numbers):
    with multiprocessing.Pool(1) as pool:
        return pool.map(square, numbers)


if __name__ == "__main__":
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        print(list(pool.map(outer, [[1, 2], [3, 4]])))
