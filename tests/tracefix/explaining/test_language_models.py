"""Details of language models: each row with what it fits, and look-alikes that it must not fit."""

import pytest

from tests.factories import make_article
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])
OWN = "/home/u/soup/stir.py"
SITE = "/env/lib/python3.11/site-packages"
REMOTE = "/home/u/.cache/huggingface/modules/transformers_modules/soup-7b/modeling_soup.py"
CONFIG = f"{SITE}/transformers/configuration_utils.py"


def detail(error, *frames, head=""):
    lines = "".join(f'  File "{file}", line 12, in {function}\n    {code}\n' for file, function, code in frames)
    stack = f"Traceback (most recent call last):\n{lines}" if frames else ""
    return explain(diagnose(f"{head}{stack}{error}\n", CATALOGUE)).detail


LOOK_UP = (CONFIG, "__getattribute__", "return super().__getattribute__(key)")
FITS = {
    "a setting of generation": (
        "AttributeError: 'SoupConfig' object has no attribute 'num_beams'",
        [(OWN, "f", "n = model.config.num_beams")],
        "is a setting of generation",
    ),
    "a part of a model that sees": (
        "AttributeError: 'Qwen2_5_VLConfig' object has no attribute 'hidden_size'",
        [(OWN, "f", "n = config.hidden_size"), LOOK_UP],
        "in the part of its config that is for the text",
    ),
    "a key of the config": (
        "AttributeError: 'SoupConfig' object has no attribute 'ladles'",
        [(OWN, "f", "n = config.ladles"), LOOK_UP],
        "`ladles` is a key of the model's `config.json`",
    ),
    "a cache of tuples": (
        "AttributeError: 'str' object has no attribute 'shape'",
        [(REMOTE, "forward", "past_length = past_key_values[0][0].shape[2]")],
        "reads the cache as a tuple of tuples",
    ),
    "the model's own code": (
        "TypeError: _pad() got an unexpected keyword argument 'padding_side'",
        [(OWN, "f", "tokenizer.pad(x)"), (REMOTE, "pad", "self._pad(x, padding_side=s)")],
        "are of different times",
    ),
    "a hybrid layer": (
        "AttributeError: 'SoupDecoderLayer' object has no attribute 'self_attn'",
        [(OWN, "f", "layer.self_attn.q_proj")],
        "a `SoupDecoderLayer` may lack `self_attn`",
    ),
    "a catcher": (
        "TypeError: Catcher.forward() missing 1 required positional argument: 'inp'",
        [(OWN, "f", "model(batch)")],
        "passes it under a keyword",
    ),
    "a text cut within an image": (
        "RuntimeError: The size of tensor a (11) must match the size of tensor b (10) at non-singleton dimension 0",
        [(REMOTE, "forward", "assert (bos_pos[0] == eos_pos[0]).all()")],
        "The text was cut within an image",
    ),
    "a column of TRL": (
        "KeyError: 'prompt'",
        [(f"{SITE}/trl/trainer/utils.py", "__call__", 'prompt = feature["prompt"]')],
        "have no `prompt`",
    ),
    "no image processor": (
        "AttributeError: 'NoneType' object has no attribute 'image_mean'",
        [(f"{SITE}/llava/mm_utils.py", "process_images", "x = image_processor.image_mean")],
        "LLaVA loaded no image processor",
    ),
    "a model of text alone": (
        "AttributeError: 'LlamaModel' object has no attribute 'vision_tower'",
        [],
        "The model of text alone was loaded",
    ),
    "a scale of AutoAWQ": (
        "Exception",
        [(f"{SITE}/awq/quantize/quantizer.py", "_compute_best_scale", "raise Exception")],
        "No scale of AutoAWQ gave a number",
    ),
    "a method of every model": (
        "AttributeError: 'Soup' object has no attribute '_extract_past_from_model_output'",
        [(OWN, "f", "self._extract_past_from_model_output(out)")],
        "transformers once had `_extract_past_from_model_output`",
    ),
    "a header of safetensors": (
        "AttributeError: 'NoneType' object has no attribute 'get'",
        [(f"{SITE}/transformers/modeling_utils.py", "load", 'if metadata.get("format") not in ["pt"]:')],
        "has no header that says `format`",
    ),
    "a model type of a project": (
        "KeyError: 'llava_qwen'",
        [(f"{SITE}/transformers/models/auto/configuration_auto.py", "__getitem__", "raise KeyError(key)")],
        "No transformers knows the model type `llava_qwen`",
    ),
    "a tokenizer's own code": (
        "AttributeError: 'SoupTokenizer' object has no attribute 'sp_tokenizer'",
        [],
        "for a transformers before 4.34",
    ),
    "a cache that is added": (
        "TypeError: unsupported operand type(s) for +: 'DynamicCache' and 'tuple'",
        [],
        "takes the cache of keys and values for tuples",
    ),
    "a model that was not loaded": ("AttributeError: 'Llama' object has no attribute 'ctx'", [], "could not load"),
    "a model of llama.cpp": ("AttributeError: 'Llama' object has no attribute 'parameters'", [], "llama-cpp-python"),
    "a class that a project changes": (
        "AttributeError: 'LlamaDecoderLayer' object has no attribute 'soup_ladle'",
        [(OWN, "f", "layer.soup_ladle.stir()")],
        "`LlamaDecoderLayer` has no `soup_ladle`",
    ),
    "no tokenizer": (
        "AttributeError: 'NoneType' object has no attribute 'encode'",
        [(OWN, "f", "ids = shared.tokenizer.encode(text)")],
        "No tokenizer is there",
    ),
    "no processor": ("AttributeError: 'NoneType' object has no attribute 'image_processor'", [], "processor is `None`"),
    "no bitsandbytes": ("NameError: name 'bnb' is not defined", [], "bitsandbytes is not installed"),
    "a weight of another name": (
        "KeyError: 'embed_tokens.weight'",
        [("/home/u/llama.cpp/convert.py", "convert", "x = [model[name] for model in models]")],
        "asks for the weight `embed_tokens.weight`",
    ),
    "an old adapter": (
        "TypeError: LoraConfig.__init__() got an unexpected keyword argument 'enable_lora'",
        [],
        "saved by PEFT 0.2",
    ),
    "a checkpoint of DeepSpeed": (
        "AssertionError",
        [(f"{SITE}/deepspeed/runtime/state_dict_factory.py", "check_ckpt_list", "assert len(self.ckpt_list) > 0")],
        "DeepSpeed finds no `mp_rank_",
    ),
}


@pytest.mark.parametrize(("error", "frames", "said"), FITS.values(), ids=FITS)
def test_a_detail_says_what_the_model_lacks(error, frames, said):
    assert said in detail(error, *frames).finding


def test_places_that_are_too_few_for_an_image_lead_to_the_longest_sample():
    error = "RuntimeError: shape mismatch: value tensor of shape [{}, 8] cannot be broadcast to indexing result of shape [30, 8]"
    cut, other = (detail(error.format(count), head="cutoff_len: 1024\n") for count in (40, 20))

    assert "40 features, and the text has 30 places" in cut.finding
    assert "maximum length" in cut.steps[0].do
    assert not any("maximum length" in step.do for step in other.steps)
    assert detail(error.format(40)) is None  # nothing speaks of images


def test_a_release_with_a_mistake_is_left_out():
    error = "AttributeError: 'dict' object has no attribute 'model_type'"

    assert "4.57.2" in detail(error, head="transformers==4.57.2\n").finding
    assert detail(error, head="transformers==4.57.1\n") is None


def test_each_private_method_leads_to_the_releases_that_have_it():
    error = "AttributeError: 'Soup' object has no attribute '{}'"
    commands = [detail(error.format(name)).steps[0].commands[0] for name in ("_reorder_cache", "get_head_mask")]

    assert commands == ['python -m pip install "transformers<4.54"', 'python -m pip install "transformers<5"']


def test_a_page_in_place_of_code_is_known_by_its_first_line():
    found = detail("SyntaxError: invalid syntax", head='  File "soup.py", line 1\n    <!DOCTYPE html>\n')

    assert "a web page and no code" in found.finding


def test_code_that_lies_on_the_hub_is_copied():
    head = "Could not locate the stir_soup.py inside cook/soup.\n"

    assert "auto_map" in detail("OSError: [Errno 101] Network is unreachable", head=head).steps[0].do
    assert detail("OSError: [Errno 101] Network is unreachable") is None


def test_a_file_of_a_newer_kind_leads_to_a_newer_program():
    error = "AttributeError: 'Llama' object has no attribute 'ctx'"

    assert "Upgrade" in detail(error, head="magic 46554747\n").steps[0].do
    assert "Upgrade" not in detail(error).steps[0].do


def test_a_comparison_that_gave_one_value_is_told_from_an_attribute():
    error = "AttributeError: 'bool' object has no attribute 'nonzero'"

    assert "single `True` or `False`" in detail(error, (OWN, "f", "x = (ids == self.start).nonzero()")).finding
    assert detail(error, (OWN, "f", "x = flag.nonzero()")) is None


def test_a_merged_config_of_a_newer_transformers_is_known_by_its_check():
    line = 'assert hasattr(config.text_config, "num_attention_heads")'

    assert "`text_config`" in detail("AssertionError", (OWN, "get_hf_text_config", line)).finding
    assert detail("AssertionError", (OWN, "f", "assert hasattr(config, 'num_attention_heads')")) is None


def test_a_proxy_before_this_machine_is_left_out():
    error = (
        "requests.exceptions.ConnectionError: {}ConnectionPool(host='{}', port=10000): Max retries exceeded with url: /soup "
        "(Caused by NewConnectionError('<x>: Failed to establish a new connection: [Errno 111] Connection refused'))"
    )

    assert "NO_PROXY" in detail(error.format("SOCKSHTTP", "localhost")).steps[0].commands[0]
    assert detail(error.format("HTTP", "localhost")) is None
    assert detail(error.format("SOCKSHTTP", "soup.example")) is None


LOOK_ALIKES = {
    "a method of every model": ("AttributeError: 'LlamaForCausalLM' object has no attribute 'generate'", []),
    "a text that is none": (
        "AttributeError: 'NoneType' object has no attribute 'encode'",
        [(OWN, "f", "data = name.encode()")],
    ),
    "a weight of a program of one's own": ("KeyError: 'embed_tokens.weight'", [(OWN, "f", "state[name]")]),
    "another key of a table": ("KeyError: 'llava_qwen'", [(OWN, "f", "table[name]")]),
    "a config of one's own": (
        "AttributeError: 'SoupConfig' object has no attribute 'ladles'",
        [(OWN, "f", "c.ladles")],
    ),
    "a value of the model's own code": (
        "AttributeError: 'NoneType' object has no attribute 'lid'",
        [(REMOTE, "forward", "x = pot.lid")],
    ),
    "an own line above transformers": (
        "AttributeError: 'Soup' object has no attribute 'lid'",
        [(REMOTE, "forward", "x = f(y)"), (OWN, "f", "y.lid")],
    ),
    "another attribute of a layer": (
        "AttributeError: 'SoupDecoderLayer' object has no attribute 'lid'",
        [(OWN, "f", "layer.lid")],
    ),
    "a prompt of one's own": ("KeyError: 'prompt'", [(OWN, "f", 'x["prompt"]')]),
    "another None": ("AttributeError: 'NoneType' object has no attribute 'get'", [(OWN, "f", 'soup.get("format")')]),
    "an exception of one's own": ("Exception", [(OWN, "f", "raise Exception")]),
    "another size": (
        "RuntimeError: The size of tensor a (11) must match the size of tensor b (10) at non-singleton dimension 0",
        [(REMOTE, "forward", "x = a + b")],
    ),
}


@pytest.mark.parametrize(("error", "frames"), LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_a_look_alike_proves_nothing(error, frames):
    assert detail(error, *frames) is None
