# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""The workers of a Pool are daemonic: none of them can have a pool."""

import multiprocessing


def square(number):
    return number * number


def outer(numbers):
    with multiprocessing.Pool(1) as pool:
        return pool.map(square, numbers)


if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        print(list(pool.map(outer, [[1, 2], [3, 4]])))
