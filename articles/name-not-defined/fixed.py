# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""An import that fails is passed over, and the name is missing where it is used."""

try:
    import fused_attention_kernels as kernels
except ImportError:
    print("Warning: the compiled kernels could not be imported")
    kernels = None  # known from here on, so that attend() can take the slower way


def attend(values):
    return [value / sum(values) for value in values] if kernels is None else kernels.attend(values)


print("attended", attend([1, 2, 3]))
