# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""Tensors that a GPU machine pickled are read by pickle, which knows no map_location."""

import io
import pickle

import torch

# A machine with a GPU notes `cuda:0` beside each tensor. Here a line of its own does that.
torch.serialization.register_package(0, lambda storage: "cuda:0", lambda storage, location: None)
data = pickle.dumps({"embedding": torch.ones(2)})

print(pickle.load(io.BytesIO(data)))
