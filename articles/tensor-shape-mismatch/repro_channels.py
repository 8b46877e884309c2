# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A PNG with transparency has four channels, and the network was built for three."""

import numpy as np
import torch
from torch import nn

image = np.zeros((64, 64, 4), dtype=np.float32)  # height, width, RGBA
batch = torch.from_numpy(image).permute(2, 0, 1).unsqueeze(0)
print("features", tuple(nn.Conv2d(3, 16, kernel_size=3)(batch).shape))
