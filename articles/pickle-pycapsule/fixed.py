# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""The object leaves the C pointer behind when it is pickled, and opens its own when it arrives."""

import datetime
import pickle


def open_handle():
    return datetime.datetime_CAPI  # a PyCapsule, as any binding to a C library may return one


class Job:
    def __init__(self, seed):
        self.seed = seed
        self.handle = open_handle()

    def __getstate__(self):
        return {name: value for name, value in self.__dict__.items() if name != "handle"}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.handle = open_handle()


received = pickle.loads(pickle.dumps(Job(42)))
print(received.seed)
