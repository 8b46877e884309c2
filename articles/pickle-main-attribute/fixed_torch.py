# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A script saved a whole model with torch.save; a program that does not hold its class loads it."""

import subprocess
import sys
from pathlib import Path

import torch

Path("train.py").write_text("""
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 1)

torch.save(Net(), "net.pt")
""")
subprocess.run([sys.executable, "train.py"], check=True)


class Net(torch.nn.Module):
    def forward(self, x):
        return self.linear(x)


net = torch.load("net.pt", weights_only=False)
torch.save(net.state_dict(), "weights.pt")  # names no class: any script can load it
print("loaded", net)
