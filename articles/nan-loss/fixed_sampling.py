# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""Text is generated from logits that are too large for half precision."""

import torch

torch.manual_seed(0)
hidden = torch.full((1, 4), 300.0, dtype=torch.bfloat16)
weight = torch.full((4, 8), 100.0, dtype=torch.bfloat16)

logits = hidden @ weight
probabilities = torch.softmax(logits, dim=-1)
print(torch.multinomial(probabilities, num_samples=1).shape)
