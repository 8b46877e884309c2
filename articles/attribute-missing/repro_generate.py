# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "transformers==4.57.6", "peft==0.18.1", "numpy"]
# ///
"""A model class of its own, as a model's remote code has it, was written when PreTrainedModel still brought generate."""

import torch
from transformers import PretrainedConfig, PreTrainedModel
from transformers.modeling_outputs import CausalLMOutput


class EchoForCausalLM(PreTrainedModel):
    config_class = PretrainedConfig

    def __init__(self, config):
        super().__init__(config)
        self.head = torch.nn.Embedding(8, 8)

    def forward(self, input_ids, **kwargs):
        return CausalLMOutput(logits=self.head(input_ids))

    def prepare_inputs_for_generation(self, input_ids, **kwargs):
        return {"input_ids": input_ids}


model = EchoForCausalLM(PretrainedConfig(vocab_size=8, num_hidden_layers=1, use_cache=False))
made = model.generate(input_ids=torch.tensor([[1, 2]]), max_new_tokens=3, pad_token_id=0)
print("tokens:", made.shape[1])
