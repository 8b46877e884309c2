# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A function defined below the main guard is sent to a pool of spawned workers."""

import multiprocessing

if __name__ == "__main__":

    def double(x):
        return 2 * x

    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map_async(double, [1, 2, 3]).get(timeout=5))
