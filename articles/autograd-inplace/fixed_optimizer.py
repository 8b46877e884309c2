# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""One optimizer steps between the forward pass of the second loss and its backward pass."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
actor = nn.Linear(4, 4)
critic_step = torch.optim.SGD(critic.parameters(), lr=0.1)
actor_step = torch.optim.SGD(actor.parameters(), lr=0.1)

fake = actor(torch.randn(2, 4))
critic_loss = critic(fake.detach()).mean()
critic_loss.backward()
critic_step.step()
actor_loss = -critic(fake).mean()  # after the step, with the new weights
actor_loss.backward()
actor_step.step()
