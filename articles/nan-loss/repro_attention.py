# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""One text of the batch is empty: every key is masked, and the softmax over nothing but -inf is nan."""

import torch

torch.autograd.set_detect_anomaly(True)
torch.manual_seed(0)
x = torch.randn(2, 3, 4)
weight = torch.nn.Parameter(torch.randn(4, 4))
is_token = torch.tensor([[True, True, False], [False, False, False]])

query = x @ weight
scores = query @ query.transpose(1, 2)
scores = scores.masked_fill(~is_token[:, None, :], float("-inf"))
attended = scores.softmax(-1) @ query
loss = attended[is_token].square().mean()  # the empty text has no token that counts, and the loss is a number
print("loss", loss.item())
loss.backward()
