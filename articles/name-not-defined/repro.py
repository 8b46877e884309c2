# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""An import that fails is passed over, and the name is missing where it is used."""

try:
    import fused_attention_kernels as kernels
except ImportError:
    print("Warning: the compiled kernels could not be imported")


def attend(values):
    return kernels.attend(values)


print("attended", attend([1, 2, 3]))
