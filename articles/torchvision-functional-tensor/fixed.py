# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.14.1", "torchvision==0.29.1", "numpy"]
# ///
"""A data set makes its images grey with a function that it takes from the public module."""

import torch
from torchvision.transforms.functional import rgb_to_grayscale

print("grey", tuple(rgb_to_grayscale(torch.zeros(3, 4, 4)).shape))
