# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The smallest finite number in place of -inf: the softmax of a row that is all masked is uniform, not nan."""

import torch

torch.autograd.set_detect_anomaly(True)
torch.manual_seed(0)
x = torch.randn(2, 3, 4)
weight = torch.nn.Parameter(torch.randn(4, 4))
is_token = torch.tensor([[True, True, False], [False, False, False]])

query = x @ weight
scores = query @ query.transpose(1, 2)
scores = scores.masked_fill(~is_token[:, None, :], torch.finfo(scores.dtype).min)
attended = scores.softmax(-1) @ query
loss = attended[is_token].square().mean()  # the empty text has no token that counts, and the loss is a number
print("loss", loss.item())
loss.backward()
