# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A daemonic process wants workers of its own."""

import multiprocessing


def square(number):
    return number * number


def outer():
    pool = multiprocessing.Pool(1)
    print(pool.map(square, [1, 2, 3]))
    pool.close()
    pool.join()


if __name__ == "__main__":
    process = multiprocessing.Process(target=outer)
    process.daemon = True
    process.start()
    process.join()
    raise SystemExit(process.exitcode)
