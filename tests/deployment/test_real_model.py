"""The model's endpoint is a real one: `transformers serve`, with a LLaMA of random weights that is made here.

torch and transformers are too large for the development environment. Where they are installed elsewhere, put their `bin/`
on the PATH, after `pip install torch "transformers[serving]"`; else the test is skipped.
"""

import os
import shutil
import subprocess
import urllib.request
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from kb import model_endpoint
from kb.model_endpoint import ModelEndpoint, ModelError, draft
from tools.granian import free_port
from tools.waiting import until

pytestmark = pytest.mark.slow
START = 600  # seconds: it imports torch, twice
MAKE = """
import sys
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

alphabet = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "</s>"]
tokenizer = Tokenizer(models.BPE(vocab={each: number for number, each in enumerate(alphabet)}, merges=[]))
tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
tokenizer.decoder = decoders.ByteLevel()
fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="</s>", pad_token="</s>")
fast.chat_template = "{% for message in messages %}{{ message['content'] }}{% endfor %}"
fast.save_pretrained(sys.argv[1])
size = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
ids = {"vocab_size": 257, "bos_token_id": 256, "eos_token_id": 256, "pad_token_id": 256}
LlamaForCausalLM(LlamaConfig(max_position_embeddings=16_384, **size, **ids)).save_pretrained(sys.argv[1])
"""


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory):
    program = shutil.which("transformers")
    if not program:
        pytest.skip("transformers is not on the PATH")
    folder, port = tmp_path_factory.mktemp("model"), free_port()
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": ""}
    subprocess.run([Path(program).with_name("python"), "-c", MAKE, folder], check=True, env=environment, timeout=START)
    command = [program, "serve", "--host", "127.0.0.1", "--port", str(port)]
    address = f"http://127.0.0.1:{port}"

    def is_up():
        with urllib.request.urlopen(f"{address}/health", timeout=2):
            return True

    with TemporaryFile() as log, subprocess.Popen(command, env=environment, stdout=log, stderr=log) as process:
        try:
            until(is_up, START)
            yield ModelEndpoint(f"{address}/v1", str(folder), "")
        finally:
            process.terminate()


def test_a_real_model_writes_a_draft_in_pieces_up_to_its_limit(endpoint, monkeypatch):
    monkeypatch.setattr(model_endpoint, "_MOST_TOKENS", 40)
    pieces = []

    with pytest.raises(ModelError) as ended:
        pieces.extend(draft(endpoint, "RuntimeError: the soup is cold"))

    assert ended.value.reason == "long"  # random weights have no end of their own
    assert len(pieces) > 5


def test_a_real_model_that_is_too_slow_is_left(endpoint, monkeypatch):
    monkeypatch.setattr(model_endpoint, "SECONDS", 1)

    with pytest.raises(ModelError) as ended:
        list(draft(endpoint, "RuntimeError: the soup is cold"))

    assert ended.value.reason == "slow"


def test_a_model_that_the_server_does_not_have_gives_no_draft(endpoint):
    with pytest.raises(ModelError) as ended:
        list(draft(ModelEndpoint(endpoint.url, "/nowhere", ""), "x"))

    assert ended.value.reason == "broken"
