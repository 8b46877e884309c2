# /// script
# requires-python = ">=3.10"
# dependencies = ["xllamacpp==2026.10.11549", "gguf==0.19.0", "numpy"]
# ///
"""In place of the model lies what git leaves without Git LFS: three lines of text."""

import gguf
import numpy as np
import xllamacpp

PATH = "model.gguf"
WIDTH, HIDDEN = 32, 64
WORDS = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁a", "▁b"]

writer = gguf.GGUFWriter(PATH, "llama")
writer.add_context_length(256)
writer.add_embedding_length(WIDTH)
writer.add_block_count(1)
writer.add_feed_forward_length(HIDDEN)
writer.add_head_count(2)
writer.add_head_count_kv(2)
writer.add_layer_norm_rms_eps(1e-5)
writer.add_rope_dimension_count(16)
writer.add_vocab_size(len(WORDS))
writer.add_tokenizer_model("llama")
writer.add_token_list(WORDS)
writer.add_token_scores([0.0] * len(WORDS))
writer.add_token_types([2, 3, 3] + [6] * 256 + [1, 1])
shapes = {"token_embd": (len(WORDS), WIDTH), "output_norm": (WIDTH,), "output": (len(WORDS), WIDTH)}
shapes |= {f"blk.0.{name}": (WIDTH,) for name in ("attn_norm", "ffn_norm")}
shapes |= {f"blk.0.attn_{name}": (WIDTH, WIDTH) for name in ("q", "k", "v", "output")}
shapes |= {"blk.0.ffn_gate": (HIDDEN, WIDTH), "blk.0.ffn_up": (HIDDEN, WIDTH), "blk.0.ffn_down": (WIDTH, HIDDEN)}
for name, shape in shapes.items():
    writer.add_tensor(f"{name}.weight", np.full(shape, 0.01, dtype=np.float32))
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()

with open(PATH, "w") as file:
    file.write(f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 4081004224\n")

params = xllamacpp.CommonParams()
params.model.path = PATH
params.n_ctx = 256
params.warmup = False
server = xllamacpp.Server(params)
print("loaded:", server.listening_address.startswith("http"))
