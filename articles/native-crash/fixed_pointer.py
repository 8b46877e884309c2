# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""ctypes takes the pointer that a function returns for an int and cuts it; the next call reads at a wrong address."""

import ctypes
import faulthandler

faulthandler.enable()
libc = ctypes.CDLL(None)
libc.strdup.restype = ctypes.c_void_p  # the default is int: 32 bits of the 64
libc.strlen.argtypes = [ctypes.c_void_p]

name = libc.strdup(b"checkpoint.bin")
print("a name of", libc.strlen(name), "characters")
