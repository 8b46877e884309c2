# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A distribution of classes has no sample that gradients can pass through: the method of the base class answers."""

import torch
from torch.distributions import Categorical

actions = Categorical(logits=torch.zeros(4))
print("action", tuple(actions.rsample().shape))
