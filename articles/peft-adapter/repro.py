# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "transformers==4.57.6", "peft==0.18.1", "numpy"]
# ///
"""The layer names of Llama are given for a GPT-2, which calls its layers otherwise."""

from peft import LoraConfig, get_peft_model
from transformers import GPT2Config, GPT2LMHeadModel

model = GPT2LMHeadModel(GPT2Config(n_layer=1, n_embd=32, n_head=2, vocab_size=100))
config = LoraConfig(task_type="CAUSAL_LM", target_modules=["q_proj", "v_proj"])
model = get_peft_model(model, config)
model.print_trainable_parameters()
