# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The last layer was sized for images of 32 pixels, and these have 28."""

import torch
from torch import nn

model = nn.Sequential(
    nn.Conv2d(1, 16, kernel_size=3, padding=1),
    nn.MaxPool2d(2),
    nn.Flatten(),
    nn.Linear(16 * 16 * 16, 10),
)
images = torch.rand(8, 1, 28, 28)
print("scores", tuple(model(images).shape))
