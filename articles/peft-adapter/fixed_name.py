# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "transformers==4.57.6", "peft==0.18.1", "numpy"]
# ///
"""An adapter is switched on that nobody has loaded into this model."""

from peft import LoraConfig
from transformers import GPT2Config, GPT2LMHeadModel

model = GPT2LMHeadModel(GPT2Config(n_layer=1, n_embd=32, n_head=2, vocab_size=100))
model.add_adapter(LoraConfig(target_modules=["c_attn"]), "default")
model.set_adapter("default")
print("active:", model.active_adapters())
