# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""Tensors that a GPU machine pickled are read onto the CPU."""

import io
import pickle

import torch

# A machine with a GPU notes `cuda:0` beside each tensor. Here a line of its own does that.
torch.serialization.register_package(0, lambda storage: "cuda:0", lambda storage, location: None)
data = pickle.dumps({"embedding": torch.ones(2)})


class OntoCpu(pickle.Unpickler):
    def find_class(self, module, name):
        if (module, name) == ("torch.storage", "_load_from_bytes"):
            return lambda saved: torch.load(io.BytesIO(saved), map_location="cpu", weights_only=False)
        return super().find_class(module, name)


print(OntoCpu(io.BytesIO(data)).load())
