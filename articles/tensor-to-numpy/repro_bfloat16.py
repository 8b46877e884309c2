# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The output of a model in bfloat16 is handed to NumPy, which has no such type."""

import torch

model = torch.nn.Linear(2, 1, dtype=torch.bfloat16)
with torch.no_grad():
    output = model(torch.ones(4, 2, dtype=torch.bfloat16))

print(output.numpy().shape)
