# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""bfloat16 has the range of float32, so nothing overflows."""

import torch

hidden = torch.full((1, 4), 200.0)
weight = torch.full((4, 3), 100.0)
dtype = torch.bfloat16
logits = (hidden @ weight).to(dtype)
probabilities = torch.softmax(logits, dim=-1)
print(torch.multinomial(probabilities, 1).shape)
