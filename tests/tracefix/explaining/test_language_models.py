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


def test_weights_of_four_bits_are_told_to_lmdeploy():
    error, place = "KeyError: 'model.layers.0.soup.weight'", f"{SITE}/lmdeploy/turbomind/deploy/source_model/soup.py"

    assert "--model-format awq" in detail(error, (place, "f", "t = self.params[name]")).steps[0].commands[0]
    assert detail(error, (OWN, "f", "t = self.params[name]")) is None


def test_an_empty_graph_is_the_fault_of_the_answers():
    assert (
        "The graph is empty" in detail("leiden.EmptyNetworkError: EmptyNetworkError", head="graphrag.index\n").finding
    )
    assert detail("leiden.EmptyNetworkError: EmptyNetworkError") is None


def test_an_error_that_cannot_be_unpickled_hides_another():
    error = "TypeError: SoupError.__init__() missing 1 required positional argument: 'pot'"
    ray = (f"{SITE}/ray/exceptions.py", "from_ray_exception", "return pickle.loads(ray_exception.serialized_exception)")
    pool = (
        "/usr/lib/python3.11/multiprocessing/connection.py",
        "recv",
        "return _ForkingPickler.loads(buf.getbuffer())",
    )

    assert detail(error, ray).steps[0].commands == ("grep -rn -A 30 SoupError /tmp/ray/session_latest/logs/",)
    assert "in one process" in detail(error, pool).steps[0].do
    assert detail(error, (OWN, "f", "raise SoupError()")) is None


def test_an_agent_that_gets_plain_text_needs_another_model():
    found = detail("Error while parsing tool call from model output: The model output does not contain any JSON blob.")

    assert "plain text" in found.finding


def test_a_reward_function_gets_columns_by_name():
    error = "TypeError: soup_reward() missing 1 required positional argument: 'answer'"
    head = "[rank0]:     output_reward_func = reward_func(\n"

    assert "none is called `answer`" in detail(error, head=head).finding
    assert detail(error, (OWN, "step", "r = self.soup_reward(a)")) is None


def test_the_trainer_says_how_a_reward_function_is_called():
    error = "TypeError: soup_reward() takes 1 positional argument but 2 were given"
    found = detail(error, ("/home/u/EasyR1/verl/workers/reward/function.py", "f", "self.reward_fn(a, b)"))

    assert any("reward_type" in step.do for step in found.steps)
    assert detail(error, (OWN, "step", "r = soup_reward(a, b)")) is None


def test_a_row_without_an_image_has_no_pixels():
    assert "has no image" in detail("KeyError: 'pixel_values'").finding
    assert detail("KeyError: 'pixels'") is None


def test_more_places_than_images_are_told_by_the_table_of_sizes():
    error = "IndexError: index 1 is out of bounds for dimension 0 with size 1"

    assert "more places for images" in detail(error, (OWN, "f", "n = image_grid_thw[index].prod()")).finding
    assert detail(error, (OWN, "f", "n = sizes[index].prod()")) is None


def test_packed_weights_are_not_quantised_again():
    error = "RuntimeError: output with shape [{}, 1] doesn't match the broadcast shape [{}, 128]"

    assert "packed in 4 bits" in detail(error.format(75497472, 75497472)).finding
    assert detail(error.format(64, 64)) is None


def test_deepspeed_wants_to_be_started():
    error = "AttributeError: 'NoneType' object has no attribute 'all_to_all_single'"
    place = f"{SITE}/deepspeed/comm/comm.py"

    assert "DeepSpeed's communication" in detail(error, (place, "f", "return cdb.all_to_all_single(x)")).finding
    assert detail(error, (OWN, "f", "return x.all_to_all_single(y)")) is None


def test_moved_training_code_leads_to_the_release_that_has_it():
    error = "ModuleNotFoundError: No module named 'FlagEmbedding.{}'"

    assert "1.2.11" in detail(error.format("baai_general_embedding.finetune")).finding
    assert detail(error.format("soup")) is None


def test_a_data_set_without_rows_is_empty():
    error = (
        "datasets.arrow_writer.SchemaInferenceError: Please pass `features` or at least one example when writing data"
    )

    assert "Not one row" in detail(error).finding


def test_internvl_wants_its_image_token_set():
    line = "assert self.img_context_token_id is not None"

    assert "img_context_token_id" in detail("AssertionError", (REMOTE, "generate", line)).steps[0].commands[0]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("midlayer.self_attn.qkv_proj.weight", "EAGLE3"),
        ("embed_tokens.weight", "--is-embedding"),
        ("model.layers.1.mlp.experts.w2_weight_scale", "16-bit model"),
    ],
)
def test_a_weight_without_a_place_says_what_the_model_is(name, said):
    place = (f"{SITE}/sglang/srt/models/soup.py", "load_weights", "param = params_dict[name]")

    assert any(said in step.do for step in detail(f"KeyError: '{name}'", place).steps)
    assert detail(f"KeyError: '{name}'", (OWN, "f", "param = params_dict[name]")) is None


def test_vectors_of_another_length_lie_in_the_folder():
    error = "AssertionError: Embedding dim mismatch, expected: 1024, but loaded: 4096"

    assert "of 4096 numbers" in detail(error, (OWN, "f", "x()")).finding


def test_vectors_that_are_too_few_are_told_by_the_store():
    error = "IndexError: index 0 is out of bounds for axis 0 with size 0"

    assert "fewer vectors" in detail(error, (f"{SITE}/nano_vectordb/dbs.py", "upsert", "m[i] = v")).finding
    assert detail(error, (OWN, "f", "m[i] = v")) is None


def test_an_embedding_function_is_wrapped():
    found = detail("AttributeError: 'function' object has no attribute 'embedding_dim'")

    assert "EmbeddingFunc(" in found.steps[0].commands[0]


def test_a_tokenizer_without_an_end_token_cannot_decode_it():
    assert (
        "no end token"
        in detail("TypeError: argument 'ids': 'NoneType' object cannot be converted to 'Sequence'").finding
    )
    assert detail("TypeError: argument 'ids': 'str' object cannot be converted to 'Sequence'") is None


def test_memory_that_is_missing_at_waking_is_left_by_the_training():
    assert "woke" in detail("CUDA Error: out of memory at /workspace/csrc/cumem_allocator.cpp:62").finding
    assert detail("CUDA Error: out of memory at /workspace/csrc/soup.cpp:62") is None


def test_an_evaluation_without_labels_has_no_loss():
    assert "no `labels`" in detail("KeyError: 'loss'", (OWN, "f", "a = super().prediction_step(model, x)")).finding
    assert detail("KeyError: 'loss'", (OWN, "f", "a = log['loss']")) is None


def test_a_column_that_the_trainer_took_away_is_missing_in_the_collator():
    found = detail("KeyError: 'ladle'", (OWN, "collate", 'n = feature["ladle"]'))

    assert "remove_unused_columns" in found.steps[0].do
    assert detail("KeyError: 'ladle'", (OWN, "collate", 'n = pot["ladle"]')) is None


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("WhisperForConditionalGeneration.forward() got an unexpected keyword argument 'input_ids'", "input_features"),
        (
            "ChatGLMForConditionalGeneration.forward() got an unexpected keyword argument 'decoder_input_ids'",
            "CAUSAL_LM",
        ),
    ],
)
def test_the_kind_of_task_of_peft_passes_what_the_model_does_not_take(error, said):
    assert any(said in step.do for step in detail(f"TypeError: {error}", head="peft==0.12.0\n").steps)


def test_an_argument_of_a_model_of_ones_own_is_not_of_peft():
    assert detail("TypeError: Soup.forward() got an unexpected keyword argument 'input_ids'") is None


def test_a_tensor_that_a_merge_expects_leads_to_a_newer_merger():
    error = "RuntimeError: Tensor {} required but not present in model soups/leek-3b"

    assert "as the head, too" in detail(error.format("lm_head.weight")).steps[0].do
    assert "more architectures" in detail(error.format("model.layers.1.k_norm.weight")).steps[0].do
    place = ("/home/u/mergekit/mergekit/io/lazy_tensor_loader.py", "get_tensor", "raise KeyError(key)")
    assert "mergekit expects" in detail("KeyError: 'lm_head.weight'", place).finding


def test_a_base_of_eight_bits_is_not_merged():
    error = "RuntimeError: Unsloth: Extracted keys = {{'model.layers.3.self_attn.k_proj.{}'}} do not match!"

    assert "in 8 bits" in detail(error.format("SCB")).finding
    assert detail(error.format("soup")) is None


def test_a_slow_model_is_asked_less():
    error = "TimeoutError: Embedding func: Worker execution timeout after 60s"

    assert "within 60 s" in detail(error).finding


def test_a_folder_without_code_is_for_another_setting():
    assert "no code of its own" in detail("KeyError: 'auto_map'").finding


def test_a_config_that_lacks_what_mlx_wants_leads_to_a_newer_one():
    error = "TypeError: ModelArgs.__init__() missing 1 required positional argument: 'lid_dim'"

    assert "no `lid_dim`" in detail(error).finding


def test_a_mistake_of_unsloth_is_told_by_its_files():
    place = (f"{SITE}/unsloth_zoo/loss_utils.py", "f", 'x = kwargs["token_type_ids"]')

    assert "Unsloth itself" in detail("KeyError: 'token_type_ids'", place).finding


def test_a_fused_model_is_told_from_the_models_own_class():
    assert "fuse_layers" in detail("AttributeError: 'LlamaLikeModel' object has no attribute 'layers'").steps[0].do
    assert detail("AttributeError: 'SoupModel' object has no attribute 'layers'") is None


def test_a_config_of_another_torchtune_is_copied_anew():
    found = detail("ModuleNotFoundError: No module named 'torchtune.utils.FullModelHFCheckpointer'")

    assert found.steps[0].commands == ("tune cp CONFIG my.yaml",)


def test_a_special_token_that_a_tokenizers_own_code_lacks_is_of_its_time():
    error = "KeyError: '<|endoftext|>'"

    assert "does not fit this transformers" in detail(error, (REMOTE, "f", "return self.ranks[token]")).finding
    assert detail(error, (OWN, "f", "return ranks[token]")) is None


def test_a_row_of_data_lacks_a_key():
    error = "KeyError: 'text'"

    assert "A row of your data" in detail(error, (OWN, "__getitem__", "text = str(sample['text'])")).finding
    place = (f"{SITE}/datasets/formatting/formatting.py", "__getitem__", "value = self.data[key]")
    assert "A row of your data" in detail(error, place).finding
    assert detail(error, (OWN, "f", "text = pots['text']")) is None


def test_a_strategy_that_was_not_found_is_none():
    assert "Axolotl" in detail("TypeError: None is not a callable object", head="axolotl.load\n").finding
    assert detail("TypeError: None is not a callable object") is None


def test_a_step_is_no_folder_to_resume_from():
    assert (
        detail("ValueError: Can't find a valid checkpoint at 500").steps[0].do.endswith("`OUTPUT_DIR/checkpoint-500`.")
    )
    assert "checkpoint-STEP" in detail("ValueError: Can't find a valid checkpoint at True").steps[0].do
    assert detail("ValueError: Can't find a valid checkpoint at out/500") is None


def test_a_model_of_text_alone_takes_no_images():
    assert "of text alone" in detail("TypeError: forward() got an unexpected keyword argument 'images'").finding
    assert detail("TypeError: draw() got an unexpected keyword argument 'images'") is None


def test_a_converter_for_one_kind_of_model_does_not_know_another():
    error, head = "KeyError: 'transformer.h.0.attn.c_attn.bias'", "python convert.py soup-7b\n"

    assert "names of LLaMA alone" in detail(error, head=head).finding
    assert detail(error) is None


def test_a_classifier_is_no_model_that_writes_text():
    error = "AttributeError: 'BertForSequenceClassification' object has no attribute 'prepare_inputs_for_generation'"
    place = (f"{SITE}/peft/peft_model.py", "__init__", "x = self.base_model.prepare_inputs_for_generation")

    assert "writes text" in detail(error, place).finding
    assert "writes text" not in str(detail(error, (OWN, "f", "x = pot.prepare_inputs_for_generation")))


def test_a_name_that_unsloth_did_not_make_is_its_own_mistake():
    error = "NameError: name 'soup_fast_forward' is not defined"

    assert "Unsloth itself" in detail(error, (f"{SITE}/unsloth/models/loader.py", "f", "x = soup_fast_forward")).finding
    assert detail(error, (OWN, "f", "x = soup_fast_forward")) is None


def test_a_lora_is_no_checkpoint():
    error = "KeyError: 'time_embed.0.weight'"

    assert "no whole" in detail(error, (f"{SITE}/diffusers/loaders/single_file_utils.py", "f", "x = state[k]")).finding
    assert detail(error, (OWN, "f", "x = state[k]")) is None


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
