# /// script
# requires-python = ">=3.10"
# dependencies = ["ray[serve]==2.60.0"]
# ///
"""An actor calls a native library with a pointer that was cut to 32 bits, and its process crashes."""

import ctypes
import os

os.environ["RAY_AUTH_MODE"] = "disabled"  # else Ray writes a token into the home folder

import ray


@ray.remote
class Tokenizer:
    def encode(self, text):
        library = ctypes.CDLL("libc.so.6")
        copy = library.strdup(text.encode())
        return ctypes.string_at(copy)


ray.init(num_cpus=2, include_dashboard=False)
print(ray.get(Tokenizer.remote().encode.remote("hello")))
ray.shutdown()
