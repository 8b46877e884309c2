# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The output of a model still belongs to the graph of its gradients when NumPy is asked for it."""

import torch

model = torch.nn.Linear(2, 1)
output = model(torch.ones(4, 2))

print(output.numpy().shape)
