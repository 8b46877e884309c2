# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy==2.2.6", "PyWavelets==1.8.0"]
# ///
"""The same clash in a package compiled by Cython, which reports the size of a structure."""

import pywt

print("the wavelet has", pywt.Wavelet("haar").dec_len, "taps")
