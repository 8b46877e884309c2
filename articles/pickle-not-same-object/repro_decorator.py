# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A function and its decorated form have different names, and the decorated one goes to a pool."""

import functools
import multiprocessing


def timed(function):
    @functools.wraps(function)
    def wrapper(*values):
        return function(*values)

    return wrapper


def step(x):
    return x + 1


timed_step = timed(step)

if __name__ == "__main__":
    with multiprocessing.Pool(1) as pool:
        print(pool.map(timed_step, [1, 2]))
