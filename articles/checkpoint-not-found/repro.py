# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "transformers==4.57.6", "accelerate==1.15.0", "numpy"]
# ///
"""Trainer's output folder is loaded; it holds nothing but checkpoint-1 and checkpoint-2."""

import os
import tempfile

import torch
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments

os.chdir(tempfile.mkdtemp())
config = GPT2Config(n_embd=8, n_layer=1, n_head=1, vocab_size=16, bos_token_id=0, eos_token_id=0)
ids = torch.tensor([1, 2, 3])
arguments = TrainingArguments("out", max_steps=2, save_steps=1, report_to=[], use_cpu=True, disable_tqdm=True)
Trainer(GPT2LMHeadModel(config), arguments, train_dataset=[{"input_ids": ids, "labels": ids}] * 16).train()
print(sorted(os.listdir("out")), sorted(os.listdir("out/checkpoint-2")))

model = GPT2LMHeadModel.from_pretrained("out")
print("loaded", model.num_parameters())
