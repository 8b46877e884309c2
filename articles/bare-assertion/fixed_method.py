# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A distribution of classes has no sample that gradients can pass through: the method of the base class answers."""

import torch
from torch.distributions import RelaxedOneHotCategorical

actions = RelaxedOneHotCategorical(torch.tensor(0.5), logits=torch.zeros(4))  # this one has it
print("action", tuple(actions.rsample().shape))
