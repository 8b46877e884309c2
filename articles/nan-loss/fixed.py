# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The gradient becomes nan in the first step; anomaly detection says which function returned it."""

import torch

torch.autograd.set_detect_anomaly(True)
weight = torch.nn.Parameter(torch.zeros(3))
optimizer = torch.optim.SGD([weight], lr=0.1)

for step in range(2):
    distance = (weight**2).sum().add(1e-12).sqrt()
    loss = (distance - 1) ** 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
