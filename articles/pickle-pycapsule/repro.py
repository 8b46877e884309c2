# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""An object holds a C pointer, which Python shows as a PyCapsule: pickle has no way to carry it to another process."""

import datetime
import pickle


def open_handle():
    return datetime.datetime_CAPI  # a PyCapsule, as any binding to a C library may return one


class Job:
    def __init__(self, seed):
        self.seed = seed
        self.handle = open_handle()


received = pickle.loads(pickle.dumps(Job(42)))
print(received.seed)
