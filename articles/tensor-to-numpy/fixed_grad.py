# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""NumPy gets the output of a model without the graph of its gradients."""

import torch

model = torch.nn.Linear(2, 1)
output = model(torch.ones(4, 2))

print(output.detach().numpy().shape)
