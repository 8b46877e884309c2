# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A process receives tensors through a queue and keeps them, each with its open file."""

import resource

import torch
import torch.multiprocessing as mp


def produce(queue, received):
    for _ in range(500):
        queue.put(torch.zeros(2))
    received.wait()


if __name__ == "__main__":
    queue, received = mp.Queue(), mp.Event()
    mp.Process(target=produce, args=(queue, received), daemon=True).start()
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))  # the usual 1024, made smaller to be quick
    results = []
    for _ in range(500):
        results.append(queue.get())
    received.set()
    print(len(results), "results")
