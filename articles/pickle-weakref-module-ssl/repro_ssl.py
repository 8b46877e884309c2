# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A reward function that calls a server keeps its SSL context, and goes to a pool of workers."""

import multiprocessing
import ssl


class Reward:
    def __init__(self, url):
        self.url = url
        self.context = ssl.create_default_context()

    def __call__(self, answer):
        return len(answer)


if __name__ == "__main__":
    with multiprocessing.Pool(1) as pool:
        print(pool.map(Reward("https://example.org"), ["yes", "no"]))
