# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The attribute is there, a property of the module; what fails is something inside it."""

import torch


class Config:
    hidden_size = 8


class Encoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.config = Config()

    @property
    def width(self):
        return self.config.hidden_size


print("the width is", Encoder().width)
