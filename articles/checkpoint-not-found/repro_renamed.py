# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "transformers==4.57.6", "peft==0.18.1", "numpy"]
# ///
"""The weights are there, under a name of their own, as quantized models are often uploaded."""

import os
import tempfile

from transformers import GPT2Config, GPT2LMHeadModel

os.chdir(tempfile.mkdtemp())
model = GPT2LMHeadModel(GPT2Config(n_embd=8, n_layer=1, n_head=1, vocab_size=16))
model.save_pretrained("models/tiny-13b-4bit")
os.rename("models/tiny-13b-4bit/model.safetensors", "models/tiny-13b-4bit/tiny-13b-4bit.safetensors")

model = GPT2LMHeadModel.from_pretrained("models/tiny-13b-4bit")
print("loaded", model.num_parameters())
