# /// script
# requires-python = ">=3.10"
# dependencies = ["transformers==4.57.1", "numpy", "pillow"]
# ///
"""A model is loaded by its name on a machine that cannot reach the hub."""

import os

# Nobody listens on this port: as on a compute node without internet
os.environ["HF_ENDPOINT"] = "http://127.0.0.1:9"
os.environ["HF_HOME"] = os.path.abspath("hf-home")

from transformers import AutoConfig

config = AutoConfig.from_pretrained("acme/tiny-model")
print(config.model_type)
