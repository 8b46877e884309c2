# /// script
# requires-python = ">=3.8"
# dependencies = ["torch==2.13.0", "deepspeed==0.19.8", "numpy==1.26.4"]
# ///
"""A DeepSpeed of before PyTorch 2 is imported beside PyTorch 2."""

import deepspeed

print("imported", deepspeed.__name__)
