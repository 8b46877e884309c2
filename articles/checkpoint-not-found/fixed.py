# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "transformers==4.57.6", "peft==0.18.1", "numpy"]
# ///
"""The folder that holds the weights is loaded."""

import os
import tempfile

from transformers import GPT2Config, GPT2LMHeadModel

os.chdir(tempfile.mkdtemp())
model = GPT2LMHeadModel(GPT2Config(n_embd=8, n_layer=1, n_head=1, vocab_size=16))
model.save_pretrained("out/checkpoint-10")  # as Trainer does every save_steps
model.config.save_pretrained("out")

model = GPT2LMHeadModel.from_pretrained("out/checkpoint-10")
print("loaded", model.num_parameters())
