"""Details of language models: what a config, a model's own code or a layer lacks, and for which release it is."""

from tracefix.explaining.shapes.row import Advice, Shape
from tracefix.phrases import sentence

_OF_ITS_TIME = Advice(
    "Install the release that `transformers_version` in the model's `config.json` names, in an environment of its own."
)
# transformers up to 4.57 keeps them in the config of a model, too; 5 does not
_OF_GENERATION = (
    "max_length|min_length|do_sample|early_stopping|num_beams|num_beam_groups|diversity_penalty|temperature|top_k|top_p|"
    "typical_p|repetition_penalty|length_penalty|no_repeat_ngram_size|encoder_no_repeat_ngram_size|bad_words_ids|"
    "num_return_sequences|return_dict_in_generate|forced_bos_token_id|forced_eos_token_id|remove_invalid_values|"
    "exponential_decay_length_penalty|suppress_tokens|begin_suppress_tokens"
)
_OF_THE_TEXT = (
    "vocab_size|hidden_size|num_hidden_layers|num_attention_heads|num_key_value_heads|max_position_embeddings|"
    "intermediate_size|head_dim|num_experts|rope_theta|rms_norm_eps"
)
_IS_MULTIMODAL = (
    r"\w*(?:VL|Vl|Vision|Omni|Multi[Mm]odal|Gemma3|Gemma3n|Llama4|Llava|Mistral3|PaliGemma|Idefics|Qwen3_5\w*)"
)
# a class has no name; not None or another plain value
_MISSES = (
    r"'(?:[A-MO-Z]|N[a-np-z])\w*' object has no attribute|(?:module|type object) '[^']+' has no attribute|"
    r"unexpected keyword argument|missing \d+ required positional|cannot import name"
)

LANGUAGE_MODELS: tuple[Shape, ...] = (
    Shape(
        rf"'(?P<type>\w+Config)' object has no attribute '(?P<name>{_OF_GENERATION})'",
        "AttributeError: 'SoupConfig' object has no attribute 'num_beams'",
        (
            sentence(
                "`{name}` is a setting of generation, and transformers 5 no longer keeps those in a model's config"
            ),
        ),
        (
            Advice(
                "Install a release of transformers before 5, for which it was written.",
                'python -m pip install "transformers<5"',
                condition=sentence("the code is not yours, or belongs to the model"),
            ),
            Advice("Read `model.generation_config.{name}`.", condition=sentence("the line is yours")),
        ),
        ("AttributeError",),
    ),
    Shape(
        rf"'(?P<type>{_IS_MULTIMODAL}\w*Config)' object has no attribute '(?P<name>{_OF_THE_TEXT})'",
        "AttributeError: 'SoupVLConfig' object has no attribute 'hidden_size'",
        (
            sentence(
                "This model also reads images or sound: `{name}` is in the part of its config that is for the text"
            ),
        ),
        (
            Advice("Read `config.get_text_config().{name}`.", condition=sentence("the line is yours")),
            Advice(
                "Upgrade the program: it takes this model for one of text alone.",
                condition=sentence("a library or program asks for it"),
            ),
            Advice(
                "Install a release of transformers from the time of the program: later ones no longer repeat it there."
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"'(?P<type>\w+Config)' object has no attribute '(?P<name>\w+)'",
        "AttributeError: 'SoupConfig' object has no attribute 'ladles'",
        (sentence("`{name}` is a key of the model's `config.json`, and the one that was loaded does not have it"),),
        (
            Advice(
                "Load the model that this code was written for. Compare its `config.json` with one that the project "
                "brings or links: a model on the Hub may have changed since, and `revision=` takes an older state.",
                condition=sentence("the line belongs to a project or is yours"),
            ),
            _OF_ITS_TIME._replace(condition=sentence("a library or the model's own code asks for it")),
        ),
        ("AttributeError",),
        when="stack has */transformers/configuration_utils.py",
    ),
    Shape(
        r"has no attribute|not subscriptable|unpack",
        "AttributeError: 'str' object has no attribute 'shape'",
        (sentence("The model's own code reads the cache as a tuple of tuples, which newer releases no longer pass"),),
        (
            _OF_ITS_TIME,
            Advice("Generate with `use_cache=False`.", condition=sentence("speed does not matter")),
            Advice(
                "Leave out `trust_remote_code=True`.",
                condition=sentence("transformers has this model built in by now"),
            ),
        ),
        ("AttributeError", "TypeError", "ValueError"),
        when="stack has *past_key_value*.shape* | *past_key_value*.size(*",
    ),
    Shape(
        _MISSES,
        "TypeError: SoupTokenizer._pad() got an unexpected keyword argument 'padding_side'",
        (sentence("The model's own code and the installed transformers are of different times"),),
        (
            _OF_ITS_TIME,
            Advice(
                "Download the model's `.py` files again: a newer state of them may know this release.",
                condition=sentence("its folder is a copy, or older than the page of the model"),
            ),
            Advice(
                "Leave out `trust_remote_code=True`.",
                condition=sentence("transformers has this model built in by now"),
            ),
        ),
        ("AttributeError", "TypeError", "ImportError"),
        when="last frame has */transformers_modules/*",
    ),
    Shape(
        r"'(?P<type>\w*(?:Layer|Block))' object has no attribute "
        r"'(?P<name>self_attn|attn|attention|self_attention|mlp|feed_forward|block_sparse_moe|input_layernorm)'",
        "AttributeError: 'SoupDecoderLayer' object has no attribute 'self_attn'",
        (sentence("The layers of this model have other parts than the code wants: a `{type}` may lack `{name}`"),),
        (
            Advice(
                "Upgrade the program that goes through the layers, or take it from its repository: it must know this "
                "model.",
                condition=sentence("it is a tool, such as for quantisation, pruning or steering"),
            ),
            Advice(
                'Ask first: `if hasattr(layer, "{name}")`. Hybrid models, such as Qwen3-Next, Qwen3.5, Jamba and '
                "Granite 4, have linear attention or Mamba in some layers.",
                condition=sentence("the line is yours"),
            ),
            Advice("Print `[type(m) for m in layer.children()]`: it shows what this layer has instead."),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"^'(?P<name>multi_modality|(?:llava_(?:llama|mistral|qwen|phi|mpt|gemma)|mplug_owl2|videollama2|bunny-|mini_gemini|"
        r"mgm|cambrian_)\w*)'$",
        "KeyError: 'llava_qwen'",
        (sentence("No transformers knows the model type `{name}`: only the project that made the model does"),),
        (
            Advice(
                "Install that project, which the page of the model names, and load the model with its own code: "
                "`deepseek_vl` or `janus` for `multi_modality`, the `llava` folder of the project for `llava_…`."
            ),
            Advice(
                "Take a converted model, whose name mostly ends in `-hf`, or one of the program's list.",
                condition=sentence("a program such as vLLM, SGLang or LLaMA-Factory should load it"),
            ),
        ),
        ("KeyError",),
        when="stack has */configuration_auto.py",
    ),
    Shape(
        r"Catcher\.forward\(\) missing \d+ required positional argument: '(?P<name>\w+)'",
        "TypeError: Catcher.forward() missing 1 required positional argument: 'inp'",
        (sentence("The tool catches what its first layer gets as `{name}`, and this model passes it under a keyword"),),
        (
            Advice("Upgrade the tool that quantises: newer ones take both."),
            Advice(
                "Install a release of transformers from the time of the tool.",
                condition=sentence("it has no newer release"),
            ),
            Advice(
                'Write `def forward(self, *args, **kwargs)`, and take `args[0] if args else kwargs["hidden_states"]`.',
                condition=sentence("the tool is a clone"),
            ),
        ),
        ("TypeError",),
    ),
    Shape(
        r"size of tensor a|^$",
        "RuntimeError: The size of tensor a (11) must match the size of tensor b (10) at non-singleton dimension 0",
        (sentence("The text was cut within an image: it has not as many ends of images as beginnings"),),
        (
            Advice("Raise the maximum length (`model_max_length`), or leave out samples that are longer."),
            Advice("Give each sample fewer images."),
        ),
        ("RuntimeError", "AssertionError"),
        when="stack has *bos_pos*==*eos_pos*",
    ),
    Shape(
        r"^'?(?P<name>prompt|chosen|rejected|completion|prompt_input_ids|chosen_input_ids|chosen_labels)'?$",
        "KeyError: 'prompt'",
        (sentence("The samples that reach TRL have no `{name}`"),),
        (
            Advice(
                "Name the columns as this trainer wants them, `prompt`, `chosen` and `rejected` for DPO.",
                condition=sentence("the data set has other names"),
            ),
            Advice(
                "Set `remove_unused_columns=False`: the Trainer drops columns that the model does not take.",
                condition=sentence("the data set has it"),
            ),
            Advice(
                "Install the release of TRL that the project names: other releases prepare the samples elsewhere.",
                condition=sentence("the project brings a trainer of its own"),
            ),
        ),
        ("KeyError",),
        when="stack has */trl/trainer/*",
    ),
    Shape(
        r"'NoneType' object has no attribute '(?P<name>image_mean|image_std|preprocess|crop_size)'",
        "AttributeError: 'NoneType' object has no attribute 'image_mean'",
        (sentence("LLaVA loaded no image processor: it takes models whose name lacks `llava` for text alone"),),
        (
            Advice(
                "Rename the folder, so that its last part holds `llava`, and `lora` too if it holds an adapter. "
                "An adapter also needs `--model-base`."
            ),
            Advice(
                "Pass the name that the project looks for; it stands in its `builder.py`.",
                condition=sentence("it is a project built on LLaVA"),
            ),
        ),
        ("AttributeError",),
        when="stack has */llava/* | *image_processor*",
    ),
    Shape(
        r"'(?P<type>(?:Llama|Mistral|Qwen\d?|Phi\d?|Gemma\d?)(?:Model|ForCausalLM))' object has no attribute "
        r"'(?P<name>vision_tower|get_vision_tower|mm_projector|initialize_vision_\w+|get_model|encode_images)'",
        "AttributeError: 'LlamaModel' object has no attribute 'vision_tower'",
        (sentence("The model of text alone was loaded, `{type}`, and not the project's class that has `{name}`"),),
        (
            Advice(
                "Give the model a name or folder with `llava` in it: LLaVA's `builder.py` chooses the class by that.",
                condition=sentence("it is LLaVA, or built on it"),
            ),
            Advice("Look into its `config.json`: `architectures` must name the project's class."),
            Advice(
                "Install the transformers that the README names: early LLaVA had one of its own.",
                condition=sentence("the name is right"),
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"^$",
        "Exception",
        (sentence("No scale of AutoAWQ gave a number: the outputs of a layer overflow in float16, or are NaN"),),
        (
            Advice("Upgrade AutoAWQ: this was reported of Qwen2-7B and Gemma 2."),
            Advice("Take other calibration texts, or shorter ones.", condition=sentence("it stays")),
            Advice(
                "Take llm-compressor or GPTQModel.",
                condition=sentence("it stays; AutoAWQ is no longer developed"),
            ),
        ),
        ("Exception",),
        when="stack has */awq/quantize/quantizer.py",
    ),
    Shape(
        r"value tensor of shape \[(?P<features>\d+), \d+\] cannot be broadcast to indexing result of shape "
        r"\[(?P<places>\d+), \d+\]",
        "RuntimeError: value tensor of shape [40, 8] cannot be broadcast to indexing result of shape [30, 8]",
        (sentence("The images give {features} features, and the text has {places} places for them"),),
        (
            Advice(
                "Raise the maximum length of a sample (`cutoff_len`, `max_length`): it cut off placeholders of an "
                "image. Or make the images smaller, such as with `image_max_pixels` or `max_pixels`.",
                when="{features} > {places}",
            ),
            Advice(
                "Update the program and transformers together: both must count the places of an image alike.",
                condition=sentence("no sample is that long"),
            ),
        ),
        ("RuntimeError",),
        when="paste has *cutoff_len* | *max_length* | *image* | *vl* | *vision* | *pixel*",
    ),
    Shape(
        r"has no attribute '(?P<name>_extract_past_from_model_output|_get_logits_warper|_greedy_search|_beam_sample|"
        r"_validate_model_class|_reorder_cache|_temporary_reorder_cache|_contrastive_search|_dola_decoding|"
        r"_group_beam_search|_constrained_beam_search|get_head_mask|_convert_head_mask_to_5d|_tie_or_clone_weights)'",
        "AttributeError: 'SoupForCausalLM' object has no attribute '_reorder_cache'",
        (sentence("transformers once had `{name}` for every model, and the installed release no longer has it"),),
        (
            *(
                Advice(
                    "Install a release that still has it, such as the one of the project's time.",
                    f'python -m pip install "transformers<{release}"',
                    when=f"{{name}} is {names}",
                )
                for release, names in (
                    ("4.43", "_greedy_search | _beam_sample"),
                    ("4.45", "_get_logits_warper"),
                    ("4.49", "_extract_past_from_model_output"),
                    ("4.52", "_validate_model_class"),
                    ("4.54", "_reorder_cache | _temporary_reorder_cache"),
                    ("4.56", "_contrastive_search | _dola_decoding"),
                    ("4.57", "_group_beam_search | _constrained_beam_search"),
                    ("5", "get_head_mask | _convert_head_mask_to_5d | _tie_or_clone_weights"),
                )
            ),
            Advice(
                "Read `outputs.past_key_values` there.",
                condition=sentence("you may change the line"),
                when="{name} is _extract_past_from_model_output",
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"'dict' object has no attribute 'model_type'",
        "AttributeError: 'dict' object has no attribute 'model_type'",
        (sentence("transformers 4.57.2 has this mistake: it fails on tokenizers that lie in a folder of yours"),),
        (Advice("Install the release before or after it.", 'python -m pip install "transformers!=4.57.2"'),),
        ("AttributeError",),
        when="paste has *4.57.2* | *tokenization_utils_base.py*",
    ),
    Shape(
        r"'NoneType' object has no attribute 'get'",
        "AttributeError: 'NoneType' object has no attribute 'get'",
        (
            sentence(
                "A `.safetensors` file of this model has no header that says `format`, and this transformers wants one"
            ),
        ),
        (
            Advice(
                "Upgrade transformers: 4.48 and later read such a file. If the model's own code needs an older one, "
                "write the file again.",
                'python -m pip install "transformers>=4.48,<5"',
                note='`save_file(load_file(FILE), FILE, metadata={{"format": "pt"}})`, from `safetensors.torch`',
            ),
            Advice(
                "Download the file again, and compare its size with that on the page of the model.",
                condition=sentence("the page says that other people load it with your release"),
            ),
        ),
        ("AttributeError",),
        when="stack has *metadata.get(*format*",
    ),
    Shape(
        r"^$",
        "AssertionError",
        (sentence("DeepSpeed finds no `mp_rank_…_model_states.pt` in the checkpoint that it should resume from"),),
        (
            Advice(
                "Give it the folder that DeepSpeed wrote, with `latest` beside the folder of the step; not a single "
                "`.pth`, `.pt` or `.bin`, which holds weights alone."
            ),
            Advice(
                "Load those as the starting weights, an option such as `load_from` or `pretrained`, and switch "
                "resuming off: the optimizer begins anew.",
                condition=sentence("you have the weights only"),
            ),
        ),
        ("AssertionError",),
        when="stack has *deepspeed/runtime/state_dict_factory.py",
    ),
    Shape(
        r"'(?P<type>\w*Tokenizer)' object has no attribute '(?P<name>sp_tokenizer|tokenizer|sp_model|encoder|"
        r"mergeable_ranks|spm)'",
        "AttributeError: 'SoupTokenizer' object has no attribute 'sp_tokenizer'",
        (sentence("The tokenizer's own code is for a transformers before 4.34, which asks it for its words earlier"),),
        (
            Advice(
                "Download the model's `.py` files again: most models have corrected their tokenizer since.",
                condition=sentence("the model's page has newer ones"),
            ),
            Advice(
                "Install a release before 4.34, in an environment of its own.",
                'python -m pip install "transformers<4.34"',
            ),
            Advice(
                "In `__init__`, move `super().__init__(…)` behind the line that sets `self.{name}`.",
                condition=sentence("you may change the file"),
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"'(?:\w*Cache)' object is not (?:subscriptable|iterable)|cannot unpack non-iterable \w*Cache object|"
        r"'\w*Cache' and 'tuple'|'tuple' and '\w*Cache'",
        "TypeError: 'DynamicCache' object is not subscriptable",
        (sentence("The code takes the cache of keys and values for tuples, and this transformers passes an object"),),
        (
            Advice(
                "Install the transformers that the project names; up to 4.35 the cache is tuples.",
                condition=sentence("the code belongs to a project"),
            ),
            Advice(
                "Convert it, `cache.to_legacy_cache()`, and back with `DynamicCache.from_legacy_cache(x)`: 4.36 to "
                "4.57 have both. In 5, read `cache.layers[i].keys` and `.values`.",
                condition=sentence("the line is yours"),
            ),
            Advice("Generate with `use_cache=False`.", condition=sentence("speed does not matter")),
        ),
        ("TypeError",),
    ),
    Shape(
        r"'Llama' object has no attribute '(?P<name>ctx|model|_model|_ctx|_stack|_sampler|_lora_adapter|_candidates)'",
        "AttributeError: 'Llama' object has no attribute 'ctx'",
        (sentence("llama.cpp could not load the model: this only follows, when the object is taken down"),),
        (
            Advice(
                "Upgrade llama-cpp-python, or the program that contains it: it is older than GGUF.",
                "python -m pip install --upgrade llama-cpp-python",
                when="paste has *46554747*",
            ),
            Advice("Look for the error above, in the lines of llama.cpp; `verbose=True` shows them."),
            Advice("Look whether the file is there and whole: compare its size with that of its page."),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"'Llama' object has no attribute '(?P<name>parameters|config|to|eval|device|dtype|named_modules)'",
        "AttributeError: 'Llama' object has no attribute 'parameters'",
        (sentence("The model is one of llama-cpp-python (GGUF), and the code wants one of transformers"),),
        (
            Advice("Give GGUF models to the node, option or class that is for GGUF or llama.cpp."),
            Advice("Or load the model as the page of its `.safetensors` says, with transformers."),
            Advice(
                "Update the program: it should take both.",
                condition=sentence("its documentation says that it takes GGUF"),
            ),
        ),
        ("AttributeError", ""),
    ),
    Shape(
        r"^'(?P<name>(?:Llama|LLaMA|Mistral|Mixtral|Qwen\d?|GPT2|GPTNeoX|GPTJ|OPT|Bert|Roberta|T5|Bart|Gemma\d?|Phi\d?|"
        r"Falcon|Bloom|CLIP|ViT|Whisper|Wav2Vec2)\w*(?:Model|Layer|Attention|MLP|Block|Embeddings|"
        r"CausalLM|ConditionalGeneration|Classification))' object has no attribute '(?P<attribute>\w*[A-Z_]\w*)'",
        "AttributeError: 'LlamaDecoderLayer' object has no attribute 'soup_ladle'",
        (
            sentence(
                "transformers' class `{name}` has no `{attribute}`: the project changes it, or is for another release"
            ),
        ),
        (
            Advice(
                "Look whether the project has a class of this name.",
                'grep -rn "class {name}(" --include="*.py" .',
                note=sentence(
                    "If it has, its README says how it takes the place of transformers' own: a copy of transformers "
                    "to install, a file to copy, or an import before the model is loaded."
                ),
                condition=sentence("the line belongs to a project or is yours"),
            ),
            Advice(
                "Install the release of transformers that its requirements name.",
                condition=sentence("it has none of that name"),
            ),
            Advice(
                "Upgrade it together with transformers, or take a transformers of its time.",
                condition=sentence("an installed library asks for it"),
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"'NoneType' object has no attribute '(?P<name>encode|decode|batch_decode|apply_chat_template|eos_token_id|"
        r"pad_token_id|eos_token|pad_token|vocab_size)'",
        "AttributeError: 'NoneType' object has no attribute 'encode'",
        (sentence("No tokenizer is there: `tokenizer` is `None`, so the model was mostly not loaded either"),),
        (
            Advice("Read the error above this one, where loading failed.", condition=sentence("there is one")),
            Advice("Choose and load a model first.", condition=sentence("it is a program with an interface")),
            Advice("Pass the tokenizer to the call or the Trainer.", condition=sentence("the code is yours")),
        ),
        ("AttributeError",),
        when="last frame has *tokenizer.encode* | *tokenizer.decode* | *tokenizer.batch_decode* | *tokenizer.apply_* | "
        "*tokenizer.eos* | *tokenizer.pad* | *tokenizer.vocab_size*",
    ),
    Shape(
        r"invalid",
        "SyntaxError: invalid syntax",
        (sentence("The file is a web page and no code: something saved the page in place of the file"),),
        (
            Advice(
                "Download the file again, with the program of its site (`hf download`, `git clone`), and not the page."
            ),
            Advice("Look into the first lines: a page that asks for a login, or an error page, says what was missing."),
        ),
        ("SyntaxError",),
        when="paste has *<!DOCTYPE *",
    ),
    Shape(
        r"",
        "OSError: [Errno 101] Network is unreachable",
        (sentence("The model's folder names code that lies on the Hub, and the Hub was not reached"),),
        (
            Advice(
                "Copy the `.py` file that the line “Could not locate” names into the folder of the model. In its "
                "`config.json` and `tokenizer_config.json`, take `OWNER/NAME--` away from the entries of `auto_map`."
            ),
            Advice(
                "Download the whole model where there is a network, and copy the folder `HF_HOME`, with `modules`.",
                condition=sentence("this machine has none"),
            ),
        ),
        ("OSError", "ConnectionError", "MaxRetryError", "LocalEntryNotFoundError"),
        when="paste has *Could not locate the * inside *",
    ),
    Shape(
        r"qweight and qzeros have incompatible shapes",
        "AssertionError: qweight and qzeros have incompatible shapes",
        (sentence("ExLlama reads GPTQ files of 4 bits only, and this one has another number of bits"),),
        (
            Advice("Download the branch of this model with 4 bits; the bits stand in its `quantize_config.json`."),
            Advice("Load it with another loader, such as ExLlamaV2, GPTQModel or Transformers."),
        ),
    ),
    Shape(
        r"'NoneType' object has no attribute '(?P<name>image_processor|video_processor|feature_extractor|tokenizer)'",
        "AttributeError: 'NoneType' object has no attribute 'image_processor'",
        (sentence("The model's processor is `None`: loading it failed, and the program went on without it"),),
        (
            Advice(
                "Load it by hand: this prints the error that the program hid.",
                "python -c \"from transformers import AutoProcessor; print(AutoProcessor.from_pretrained('MODEL'))\"",
            ),
            Advice(
                "Copy `preprocessor_config.json` and the files of the tokenizer from the base model into its folder.",
                condition=sentence("the folder is your own checkpoint"),
            ),
            Advice(
                "Install the transformers that the program names, with `pillow` and torchvision of your torch.",
                condition=sentence("it says that a class is unknown or a package is missing"),
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"name 'bnb' is not defined",
        "NameError: name 'bnb' is not defined",
        (sentence("bitsandbytes is not installed, or could not be imported, and the code goes on without it"),),
        (
            Advice("Install it.", "python -m pip install -U bitsandbytes"),
            Advice("Import it by hand: the last line says what it lacks.", 'python -c "import bitsandbytes"'),
            Advice(
                "Load the model without `load_in_8bit` and `load_in_4bit`.",
                condition=sentence("this machine has no GPU for it"),
            ),
        ),
        ("NameError",),
    ),
    Shape(
        r"^'(?P<name>(?:model\.)?(?:embed_tokens|norm|layers\.\d+\.[\w.]+|tok_embeddings)\.weight|lm_head\.weight)'$",
        "KeyError: 'embed_tokens.weight'",
        (
            sentence(
                "The converter asks for the weight `{name}`, and not every file of the model has it under this name"
            ),
        ),
        (
            Advice(
                "Load the model as `AutoModelForCausalLM` and save it again: a model loaded with `AutoModel` or "
                "`LlamaModel` is saved without the beginning `model.` and without `lm_head`."
            ),
            Advice(
                "Merge the adapter into the base model and save the whole, before you convert.",
                condition=sentence("the folder holds an adapter"),
            ),
            Advice("Take `convert_hf_to_gguf.py` of a current llama.cpp; `convert.py` knows LLaMA's own names only."),
        ),
        ("KeyError",),
        when="stack has *convert*.py",
    ),
    Shape(
        r"LoraConfig\.__init__\(\) got an unexpected keyword argument '(?P<name>enable_lora|merge_weights)'",
        "TypeError: LoraConfig.__init__() got an unexpected keyword argument 'enable_lora'",
        (sentence("The adapter was saved by PEFT 0.2 or older: later ones have no `{name}`"),),
        (
            Advice("Delete `enable_lora` and `merge_weights` from a copy of its `adapter_config.json`."),
            Advice(
                "Install the old release.", "python -m pip install peft==0.2.0", condition=sentence("it then fails")
            ),
        ),
        ("TypeError",),
    ),
    Shape(
        r"'bool' object has no attribute '(?P<name>nonzero|sum|any|all|mean|float|long|int|to|cpu|item|astype|type|"
        r"cumsum|argmax|view|reshape|unsqueeze|size|shape|numpy)'",
        "AttributeError: 'bool' object has no attribute 'nonzero'",
        (
            sentence(
                "The comparison gave a single `True` or `False`: one of its sides is `None`, a list or of another kind"
            ),
        ),
        (
            Advice("Print both sides on the line above, with `type(…)`: a tensor compared with `None` gives `False`."),
            Advice(
                "Look up the token: `tokenizer.convert_tokens_to_ids(…)` is `None` for one that it does not have. "
                "Add it with `tokenizer.add_tokens`, or take the model that was made with it.",
                condition=sentence("one side is the id of a token"),
            ),
            Advice(
                "Make it a tensor or array first: `torch.as_tensor(x)`, `np.asarray(x)`.",
                condition=sentence("one side is a list, or a number where there should be a tensor"),
            ),
        ),
        ("AttributeError",),
        when="last frame has *==* | *!=*",
    ),
    Shape(
        r"",
        "AssertionError",
        (
            sentence(
                "The model's `config.json` has a `text_config`, which this vLLM does not know for it: a newer "
                "transformers wrote it"
            ),
        ),
        (
            Advice(
                "Replace `config.json` in the merged model's folder by the base model's, and keep a copy.",
                condition=sentence("you merged or saved the model with a newer transformers"),
            ),
            Advice("Upgrade vLLM.", "python -m pip install -U vllm"),
        ),
        ("AssertionError",),
        when="last frame has *assert hasattr(config.text_config,*num_attention_heads*",
    ),
    Shape(
        r"SOCKSHTTPS?ConnectionPool\(host='(?P<name>localhost|127\.[\d.]+|0\.0\.0\.0|::1|10\.[\d.]+|192\.168\.[\d.]+)'"
        r".*Connection refused",
        "requests.exceptions.ConnectionError: SOCKSHTTPConnectionPool(host='localhost', port=10000): Max retries "
        "exceeded with url: /soups (Caused by NewConnectionError('<urllib3.contrib.socks.SOCKSConnection object at "
        "0x7f>: Failed to establish a new connection: [Errno 111] Connection refused'))",
        (
            sentence(
                "The request to `{name}` went through the SOCKS proxy of this shell, and the connection was refused"
            ),
        ),
        (
            Advice(
                "Leave the proxy out for machines near by, then start the program in this shell.",
                "export NO_PROXY=localhost,127.0.0.1,0.0.0.0,::1 no_proxy=localhost,127.0.0.1,0.0.0.0,::1",
                note=sentence(
                    "A proxy that you switched off is still in the variables: `env | grep -i proxy` shows them."
                ),
            ),
            Advice(
                "Start the server first, and wait until it says its address.",
                condition=sentence("it is refused without a proxy, too"),
            ),
        ),
    ),
    Shape(
        r"^'(?P<name>[\w.]{1,120}\.weight)'$",
        "KeyError: 'model.layers.0.feed_forward.w1.weight'",
        (
            sentence(
                "The model's files have no `{name}`: those of a 4-bit model are called `.qweight`, `.scales`, `.qzeros`"
            ),
        ),
        (
            Advice(
                "Say how it is quantised.",
                "lmdeploy chat MODEL --model-format awq",
                note=sentence("`gptq` for GPTQ; in Python `TurbomindEngineConfig(model_format='awq')`."),
                condition=sentence("it is a model of 4 bits"),
            ),
            Advice("Upgrade it: older ones read fewer models.", "python -m pip install -U lmdeploy"),
            Advice(
                "Merge the adapter into its base model first, and give that folder.",
                condition=sentence("the folder holds an adapter"),
            ),
        ),
        ("KeyError",),
        when="stack has */lmdeploy/turbomind/*",
    ),
    Shape(
        r"EmptyNetworkError|max\(\) (?:arg|iterable argument) is (?:an )?empty|Columns must be same length as key",
        "leiden.EmptyNetworkError: EmptyNetworkError",
        (
            sentence(
                "The graph is empty: GraphRAG could read no entities and relations in the language model's answers"
            ),
        ),
        (
            Advice(
                "Read the log first, for requests that failed: a wrong model name, key or address ends in this, too."
            ),
            Advice(
                "Give the model a context that the whole prompt fits in, and smaller pieces of text (chunk size 300).",
                note=sentence(
                    "In Ollama a context of 2048 or 4096 cuts the prompt: write `PARAMETER num_ctx 16384` in a "
                    "Modelfile, run `ollama create`, and enter that name in the settings."
                ),
                condition=sentence("it runs in Ollama or another local server"),
            ),
            Advice(
                "Take a larger model, and set `max_gleanings: 0`: small ones do not keep to the format. "
                "Delete the folder `cache` before each try.",
                condition=sentence("the model answers in another form"),
            ),
        ),
        when="paste has *graphrag*",
    ),
    Shape(
        r"(?P<name>\w+)\.__init__\(\) missing \d+ required",
        "TypeError: SoupError.__init__() missing 1 required positional argument: 'pot'",
        (
            sentence(
                "Another process failed with `{name}`, and that error could not be brought over here: this line is "
                "not the cause"
            ),
        ),
        (
            Advice(
                "Read it in the logs of that process.",
                "grep -rn -A 30 {name} /tmp/ray/session_latest/logs/",
                when="paste has *from_ray_exception*",
            ),
            Advice(
                "Run it in one process: there the error is shown as it is.", unless="paste has *from_ray_exception*"
            ),
            Advice(
                "Switch off torch.compile, which failed there; in verl: "
                "`actor_rollout_ref.actor.use_torch_compile=False`.",
                "export TORCHDYNAMO_DISABLE=1",
                note=sentence("If you want it: it needs a C compiler (`gcc`) and the Triton of your torch."),
                when="paste has *BackendCompilerFailed*",
            ),
            Advice(
                "Send the same request by hand: the key, the address, the model's name or the quota is at fault.",
                when="paste has *APIStatusError* | *APIConnectionError* | *APIError*",
            ),
        ),
        ("TypeError",),
        when="last frame has *loads(*",
    ),
    Shape(
        r"model output does not contain any JSON blob",
        "Error while parsing tool call from model output: The model output does not contain any JSON blob.",
        (sentence("The language model answered with plain text, where the agent waits for a call of a tool"),),
        (
            Advice("Take a model that was trained to call tools, and one of 7B or more."),
            Advice(
                "Raise its context, which cuts the instructions off: `LiteLLMModel(..., num_ctx=8192)`.",
                condition=sentence("it runs in Ollama"),
            ),
            Advice(
                "Use `CodeAgent`, which takes code in place of JSON.", condition=sentence("the model writes code well")
            ),
        ),
    ),
    Shape(
        r"(?P<function>\w*[Rr]eward\w*)\(\) missing \d+ required (?:positional|keyword-only) arguments?: "
        r"'(?P<name>\w+)'",
        "TypeError: soup_reward() missing 1 required positional argument: 'answer'",
        (
            sentence(
                "GRPO passes a reward function the columns of the data set by their names, and none is called `{name}`"
            ),
        ),
        (
            Advice(
                "Look which there are, `print(train_dataset.column_names)`, and give the right one this name.",
                'train_dataset = train_dataset.rename_column("COLUMN", "{name}")',
            ),
            Advice(
                "Add it to what `__getitem__` and the collator return, and to the trainer's `_signature_columns`.",
                condition=sentence("a data set class of the project makes the rows"),
            ),
            Advice(
                "Take the reward function out of the list.", condition=sentence("your data has nothing to compare with")
            ),
        ),
        ("TypeError",),
        when="paste has *reward_func* | *grpo* | *GRPO* | *trl* | *verl* | *EasyR1* | *completions*",
    ),
    Shape(
        r"(?P<function>\w*(?:[Rr]eward|compute_score)\w*)\(\) (?:takes \d+ positional arguments? but \d+ w|"
        r"got an unexpected keyword argument)",
        "TypeError: soup_reward() takes 1 positional argument but 2 were given",
        (sentence("The trainer calls `{function}` in another way than it is written for"),),
        (
            Advice(
                "In TRL write it as `def f(prompts, completions, **kwargs)`: it returns a list, one number for each."
            ),
            Advice(
                "In verl write it as `def compute_score(data_source, solution_str, ground_truth, extra_info=None)`."
            ),
            Advice(
                "In EasyR1 set `worker.reward.reward_type`: `sequential` passes one answer, `batch` all at once.",
                when="paste has *EasyR1* | *verl*",
            ),
        ),
        ("TypeError",),
        when="paste has *reward_func* | *grpo* | *GRPO* | *trl* | *verl* | *EasyR1* | *completions*",
    ),
    Shape(
        r"^'(?P<name>pixel_values|image_grid_thw|pixel_values_videos|video_grid_thw)'$",
        "KeyError: 'pixel_values'",
        (sentence("The processor made no `{name}`: this row has no image, or has a video in its place"),),
        (
            Advice(
                "Print `list(inputs)` above this line: a video's keys are `pixel_values_videos` and `video_grid_thw`."
            ),
            Advice(
                "Take them only if they are there: `if '{name}' in inputs:`.",
                condition=sentence("some rows have text alone"),
            ),
            Advice(
                "Look whether the row's files were found: a key of another name, or an empty list, gives no image.",
                condition=sentence("the row should have one"),
            ),
        ),
        ("KeyError",),
    ),
    Shape(
        r"index \d+ is out of bounds for (?:dimension|axis) 0 with size \d+|list index out of range",
        "IndexError: index 1 is out of bounds for dimension 0 with size 1",
        (sentence("The text has more places for images or videos than were passed with it"),),
        (
            Advice(
                "Compare `text.count('<|image_pad|>')` and `text.count('<|video_pad|>')` with the number of images and "
                "videos: each has one place before the processor widens it."
            ),
            Advice(
                "Remove `<image>` and `<|image_pad|>` from the texts of your data: the chat template adds them.",
                condition=sentence("a text has them on its own"),
            ),
            Advice("Give the processor the text as it was.", condition=sentence("it went through a processor before")),
        ),
        ("IndexError",),
        when="last frame has *grid_thw[*",
    ),
    Shape(
        r"output with shape \[(?P<size>\d{5,}), 1\] doesn't match the broadcast shape",
        "RuntimeError: output with shape [75497472, 1] doesn't match the broadcast shape [75497472, 12288]",
        (
            sentence(
                "The model's weights are packed in 4 bits already (bitsandbytes), and cannot be quantised once more"
            ),
        ),
        (
            Advice("Load the model in 16 bits, without `load_in_4bit`, or take the original one."),
            Advice(
                "Merge the adapter into the base model loaded in 16 bits, and quantise that.",
                condition=sentence("you fine-tuned it with QLoRA"),
            ),
        ),
        ("RuntimeError",),
    ),
    Shape(
        r"'NoneType' object has no attribute '(?P<name>\w+)'",
        "AttributeError: 'NoneType' object has no attribute 'all_to_all_single'",
        (sentence("Nothing has started DeepSpeed's communication before `{name}` was called"),),
        (
            Advice(
                "Start the program with a launcher.",
                "deepspeed --num_gpus 1 SCRIPT.py",
                condition=sentence("you started it with `python`"),
            ),
            Advice("Call this before the model is made.", "import deepspeed; deepspeed.init_distributed()"),
        ),
        ("AttributeError",),
        when="last frame has */deepspeed/comm/comm.py",
    ),
    Shape(
        r"No module named '(?P<name>FlagEmbedding\.(?:baai_general_embedding|reranker|llm_reranker|llm_embedder|BGE_M3|"
        r"visual|llm_dense_retriever)[\w.]*)'",
        "ModuleNotFoundError: No module named 'FlagEmbedding.baai_general_embedding'",
        (sentence("`{name}` was in FlagEmbedding up to 1.2.11; since 1.3 its training has other names and options"),),
        (
            Advice("Install the last release that has it.", 'python -m pip install "FlagEmbedding<1.3"'),
            Advice(
                "Take the new names: `FlagEmbedding.finetune.embedder.encoder_only.base` for BGE models, "
                "`….encoder_only.m3` for BGE-M3, `FlagEmbedding.finetune.reranker.encoder_only.base` for rerankers.",
                condition=sentence("you want the new release"),
            ),
        ),
        ("ModuleNotFoundError",),
    ),
    Shape(
        r"Please pass `features` or at least one example when writing data",
        "datasets.arrow_writer.SchemaInferenceError: Please pass `features` or at least one example when writing data",
        (sentence("Not one row came: the data file is empty, or the function that makes the rows gave none"),),
        (
            Advice("Look at the file: its size, and whether a row is one line.", "wc -c FILE; head -c 300 FILE"),
            Advice(
                "Print a row in your generator or filter.",
                condition=sentence("`from_generator` or `map` makes the rows"),
            ),
            Advice(
                "Delete the cache of this data set, and load it with `download_mode='force_redownload'`.",
                condition=sentence("the file was empty on the first try"),
            ),
        ),
        ("SchemaInferenceError",),
    ),
    Shape(
        r"",
        "AssertionError",
        (
            sentence(
                "InternVL does not know yet which token stands for an image: `chat()` sets it, and this call does not"
            ),
        ),
        (
            Advice(
                "Set it before the call.",
                "model.img_context_token_id = tokenizer.convert_tokens_to_ids('<IMG_CONTEXT>')",
                note=sentence("If that is `None`, the tokenizer's files are of another model: copy the base model's."),
            ),
        ),
        ("AssertionError",),
        when="paste has *assert self.img_context_token_id is not None*",
    ),
    Shape(
        r"^'(?P<name>[\w.]{1,120}\.(?:\w*weight|bias|\w*scales?\w*|qzeros|\w*packed|g_idx|(?:w13|w2)_\w{1,30}))'$",
        "KeyError: 'midlayer.self_attn.qkv_proj.weight'",
        (sentence("The model's files have `{name}`, and the server's class for this model has no place for it"),),
        (
            Advice(
                "Give it with `--speculative-draft-model-path` and `--speculative-algorithm EAGLE3`, beside the model "
                "that it was trained for.",
                condition=sentence("it is a draft model (EAGLE, Medusa)"),
                when="{name} is midlayer.* | fc.* | *medusa* | *hidden_norm.weight",
            ),
            Advice(
                "Start SGLang with `--is-embedding`, vLLM with `--runner pooling`.",
                condition=sentence("it is a model for embeddings, whose names lack `model.`"),
                when="{name} is embed_tokens.* | layers.* | norm.*",
            ),
            Advice("Upgrade the server: a newer one may know this model or format."),
            Advice(
                "Serve the 16-bit model, or one quantised in the way that the server's page of models names.",
                when="{name} is *scale* | *.qweight | *.qzeros | *.g_idx | *packed | *absmax*",
            ),
            Advice(
                "Merge the adapter, and serve the folder with the whole model.",
                condition=sentence("you trained it yourself"),
            ),
        ),
        ("KeyError",),
        when="last frame has */sglang/srt/models/* | */vllm/model_executor/models/*",
    ),
    Shape(
        r"Embedding dim mismatch, expected: (?P<count>\d+), but loaded: (?P<size>\d+)",
        "AssertionError: Embedding dim mismatch, expected: 1024, but loaded: 4096",
        (
            sentence(
                "The folder keeps vectors of {size} numbers from another embedding model, and yours now gives {count}"
            ),
        ),
        (
            Advice(
                "Take a new working folder, or delete this one's `vdb_*.json` and `kv_store_*.json`, and insert again."
            ),
            Advice("Use the former embedding model.", condition=sentence("you want to keep what is stored")),
        ),
        ("AssertionError",),
    ),
    Shape(
        r"is out of bounds for axis 0|could not broadcast input array",
        "IndexError: index 0 is out of bounds for axis 0 with size 0",
        (sentence("The embedding function returned fewer vectors than it got texts, or of another length"),),
        (
            Advice(
                "Print what it returns for two texts: `(await embedding_func(['a', 'b'])).shape` must be `(2, DIM)`, "
                "and `DIM` the `embedding_dim` that you gave."
            ),
            Advice("Delete `vdb_*.json` in the working folder, which were made with another length, and insert again."),
        ),
        ("IndexError", "ValueError"),
        when="last frame has */nano_vectordb/*",
    ),
    Shape(
        r"'function' object has no attribute 'embedding_dim'|LightRAG\.__init__\(\) got an unexpected keyword argument "
        r"'embedding_dim'",
        "AttributeError: 'function' object has no attribute 'embedding_dim'",
        (sentence("LightRAG wants the embedding function with its length, in an `EmbeddingFunc`"),),
        (
            Advice(
                "Wrap it.",
                "embedding_func=EmbeddingFunc(embedding_dim=1024, max_token_size=8192, func=FUNCTION)",
                note=sentence("It is in `lightrag.utils`. Write the number that your embedding model has."),
            ),
        ),
        ("AttributeError", "TypeError"),
    ),
    Shape(
        r"argument 'ids': 'NoneType' object cannot be converted to 'Sequence'",
        "TypeError: argument 'ids': 'NoneType' object cannot be converted to 'Sequence'",
        (sentence("`tokenizer.decode` was given `None`: mostly this tokenizer has no end token (`eos_token_id`)"),),
        (
            Advice(
                "Take a model that writes text (`…ForCausalLM`): BERT and the like have no end token and cannot answer "
                "in free text.",
                condition=sentence("it is a benchmark or `generate`"),
            ),
            Advice(
                "Name one.",
                "tokenizer.eos_token = tokenizer.sep_token",
                condition=sentence("the model can write, and only lacks the setting"),
            ),
        ),
        ("TypeError",),
    ),
    Shape(
        r"out of memory at \S*cumem_allocator",
        "CUDA Error: out of memory at /workspace/csrc/cumem_allocator.cpp:62",
        (sentence("vLLM woke from its sleep on a GPU that the training had filled in the meantime"),),
        (
            Advice(
                "Leave it less: 0.3 to 0.5.",
                note=sentence(
                    "OpenRLHF: `--vllm_gpu_memory_utilization`; verl: "
                    "`actor_rollout_ref.rollout.gpu_memory_utilization`; TRL: `vllm_gpu_memory_utilization`."
                ),
            ),
            Advice(
                "Move optimizer and parameters to the CPU between the phases: in OpenRLHF `--adam_offload` and "
                "`--deepspeed_enable_sleep`, in verl `param_offload` and `optimizer_offload`."
            ),
            Advice(
                "Use smaller micro batches and shorter answers in training.", condition=sentence("it comes later on")
            ),
        ),
    ),
    Shape(
        r"^'(?P<name>loss|eval_loss)'$",
        "KeyError: 'loss'",
        (sentence("The model gave no `{name}`: the rows for evaluation have no `labels`"),),
        (
            Advice(
                "Write `labels` into the rows for evaluation, as into those for training, or leave evaluation out "
                '(`eval_strategy="no"`).'
            ),
            Advice(
                "Install the transformers that its requirements name: its own `prediction_step` is for that one.",
                condition=sentence("the project has its own Trainer"),
            ),
        ),
        ("KeyError",),
        when="stack has *prediction_step* | *evaluation_loop*",
    ),
    Shape(
        r"^'(?P<name>[a-z]\w{1,40})'$",
        "KeyError: 'seq_len'",
        (sentence("The rows that the collator gets have no `{name}`"),),
        (
            Advice(
                "Set `remove_unused_columns=False` in the arguments: otherwise the Trainer takes away each column that "
                "the model's `forward` has no parameter for."
            ),
            Advice(
                "Run the step that makes the data again, and delete what it had saved.",
                condition=sentence("the rows were made by another state of the code"),
            ),
            Advice("Print a row, `print(train_dataset[0].keys())`, and take the name that is there."),
        ),
        ("KeyError",),
        when="last frame has *feature[* | *features[* | *instance[* | *instances[* | *for * in features* | "
        "*for * in instances* | *for * in examples*",
    ),
    Shape(
        r"(?P<name>\w+)\.forward\(\) got an unexpected keyword argument '(?P<option>input_ids|decoder_input_ids|"
        r"inputs_embeds)'",
        "TypeError: WhisperForConditionalGeneration.forward() got an unexpected keyword argument 'input_ids'",
        (sentence("`{option}` comes from PEFT, whose `task_type` is for another kind of model than `{name}`"),),
        (
            Advice(
                "Use `task_type=TaskType.CAUSAL_LM`: this model has no encoder.",
                when="{option} is decoder_input_ids",
            ),
            Advice(
                "Leave `task_type` out of `LoraConfig`: then PEFT passes on only what you give.",
                unless="{option} is decoder_input_ids",
            ),
            Advice(
                "Pass the input by its name: `model(input_features=x)`, `model(pixel_values=x)`.",
                when="{name} is Whisper* | *Speech* | *Wav2Vec2* | *Vision* | *Image* | *ViT* | *Audio* | Blip*",
            ),
            Advice(
                "Upgrade PEFT together with transformers.",
                "python -m pip install -U peft transformers",
                condition=sentence("it worked before"),
            ),
        ),
        ("TypeError",),
        when="paste has *peft* | *Peft* | *lora* | *LoRA* | *Lora* | *WhisperForConditionalGeneration.forward* | "
        "*decoder_input_ids*",
    ),
    Shape(
        r"Tensor (?P<name>[\w.]+) required but not present in model (?P<path>\S+)",
        "RuntimeError: Tensor lm_head.weight required but not present in model soups/leek-3b",
        (sentence("mergekit expects `{name}` in each model, and `{path}` has none of that name"),),
        (
            Advice(
                "Upgrade mergekit: newer ones know that the model uses its embedding as the head, too.",
                "python -m pip install -U mergekit",
                when="{name} is *lm_head*",
            ),
            Advice(
                "Upgrade mergekit: newer ones know more architectures.",
                "python -m pip install -U mergekit",
                unless="{name} is *lm_head*",
            ),
            Advice("Compare `architectures` in the `config.json` of the models: they must be the same."),
            Advice(
                "Merge the adapter into its base model first.",
                condition=sentence("one of the folders holds an adapter"),
            ),
        ),
    ),
    Shape(
        r"^'(?P<name>[\w.]{1,120})'$",
        "KeyError: 'lm_head.weight'",
        (sentence("mergekit expects `{name}` in the model, and its files have none of that name"),),
        (
            Advice(
                "Upgrade mergekit: newer ones know models that use their embedding as the head, too.",
                "python -m pip install -U mergekit",
                when="{name} is *lm_head*",
            ),
            Advice("Take models of an architecture that `mergekit-moe` lists, all of the same one."),
        ),
        ("KeyError",),
        when="stack has */mergekit/io/lazy_tensor_loader.py",
    ),
    Shape(
        r"Extracted keys = .*\.SCB'",
        "RuntimeError: Unsloth: Extracted keys = {'model.layers.3.self_attn.k_proj.SCB'} do not match!",
        (sentence("The base model was loaded in 8 bits, and Unsloth merges into one of 16 or 4 bits only"),),
        (
            Advice("Save the adapter, `model.save_pretrained('adapter')`, and load the base model again in 16 bits."),
            Advice("Merge it there.", "model = PeftModel.from_pretrained(base, 'adapter').merge_and_unload()"),
            Advice("Train with `load_in_4bit=True` next time."),
        ),
    ),
    Shape(
        r"(?P<name>LLM|Embedding|Rerank)\s*func: (?:Worker|Task) (?:execution|health check) timeout after "
        r"(?P<count>\d+)",
        "TimeoutError: Embedding func: Worker execution timeout after 60s",
        (sentence("The model did not answer LightRAG within {count} s: too many requests at once, or it is slow"),),
        (
            Advice("Send fewer at once, in `.env`: `MAX_ASYNC=1`, `EMBEDDING_FUNC_MAX_ASYNC=1`."),
            Advice("Give it longer, in `.env`: `LLM_TIMEOUT=600`, `EMBEDDING_TIMEOUT=120`, and start it again."),
            Advice("See with `ollama ps` whether the model is on the GPU.", condition=sentence("it runs in Ollama")),
        ),
    ),
    Shape(
        r"^'auto_map'$",
        "KeyError: 'auto_map'",
        (sentence("The model's folder has no code of its own, and the program's setting for this model expects it"),),
        (
            Advice(
                "Take the other one of the pair, for which that setting is.",
                condition=sentence("the model's name ends in `-hf`"),
            ),
            Advice("Leave `--model_type` out, or take the type for the `-hf` model."),
            Advice("Upgrade the program: a newer one knows both."),
        ),
        ("KeyError",),
    ),
    Shape(
        r"ModelArgs\.__init__\(\) missing \d+ required positional arguments?: '(?P<option>\w+)'",
        "TypeError: ModelArgs.__init__() missing 1 required positional argument: 'block_ff_dim'",
        (sentence("The model's `config.json` has no `{option}`, which this release of MLX's programs wants"),),
        (
            Advice("Upgrade them: newer ones read the model's own names.", "python -m pip install -U mlx-lm mlx-vlm"),
            Advice("Take a copy of the model from `mlx-community`, which was converted for MLX."),
            Advice(
                "Add `{option}` to `config.json`, with the value that the config of its sister models has.",
                condition=sentence("the newest release says the same"),
            ),
        ),
        ("TypeError", ""),
    ),
    Shape(
        r"^'token_type_ids'$",
        "KeyError: 'token_type_ids'",
        (sentence("Unsloth itself fails here: releases of July 2025 looked for `token_type_ids` in the wrong place"),),
        (
            Advice(
                "Upgrade both, and start the kernel again.",
                "python -m pip install -U --no-deps unsloth unsloth_zoo",
            ),
        ),
        ("KeyError",),
        when="stack has */unsloth_zoo/*",
    ),
    Shape(
        r"'(?P<type>\w+LikeModel)' object has no attribute '(?P<name>\w+)'",
        "AttributeError: 'LlamaLikeModel' object has no attribute 'layers'",
        (sentence("AutoAWQ put its own `{type}` in the model's place, and this transformers asks that for `{name}`"),),
        (
            Advice("Load it without: `fuse_layers=False`; in text-generation-webui tick `no_inject_fused_attention`."),
            Advice(
                "Upgrade AutoAWQ, or take a transformers of its time.",
                "python -m pip install -U autoawq",
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"No module named '(?P<name>torchtune\.[\w.]+)'",
        "ModuleNotFoundError: No module named 'torchtune.utils.FullModelHFCheckpointer'",
        (
            sentence(
                "The config or recipe is of another release of torchtune than the one installed: `{name}` was moved"
            ),
        ),
        (
            Advice(
                "Copy the config anew from the installed release, and enter your changes.", "tune cp CONFIG my.yaml"
            ),
            Advice("Start the recipe by its name and not by a file of a clone.", "tune run RECIPE --config my.yaml"),
            Advice(
                "Install the clone itself.",
                "python -m pip install -e .",
                condition=sentence("you need the newest recipes of the clone"),
            ),
        ),
        ("ModuleNotFoundError",),
    ),
    Shape(
        r"^'(?P<name><\|[\w|]+\|>)'$",
        "KeyError: '<|endoftext|>'",
        (sentence("The tokenizer's own code does not fit this transformers: it asks for `{name}` before it is added"),),
        (_OF_ITS_TIME,),
        ("KeyError",),
        when="last frame has */transformers_modules/*",
    ),
    Shape(
        r"^'(?P<name>[A-Za-z]\w{0,40})'$",
        "KeyError: 'text'",
        (sentence("A row of your data has no `{name}`"),),
        (
            Advice(
                "Look at the first row, and rename its key, or take the file that is for this script.",
                "head -c 500 FILE",
                note=sentence("Pretraining mostly wants `text`, chat training `messages` or `conversations`."),
            ),
            Advice(
                "Take the function or template for your kind of data: `dataset_map_fn` in xtuner, elsewhere an "
                "option such as `formatting` or `type`.",
                condition=sentence("a config says how rows are read"),
            ),
            Advice(
                "Leave out the rows that have no `{name}`: `data.filter(lambda row: row.get('{name}'))`.",
                condition=sentence("only some lack it"),
            ),
        ),
        ("KeyError",),
        when="last frame has *sample['* | *sample[?* | *example['* | *example[?* | *item['* | *row['* | *record['* | "
        "*data_dict['* | */datasets/formatting/formatting.py",
    ),
    Shape(
        r"None is not a callable object",
        "TypeError: None is not a callable object",
        (sentence("Axolotl found no function for the `type` of the data set; the line above names it"),),
        (
            Advice(
                "Put the module into the folder in which you start, and give module and function: `type: rewards.f`.",
                "PYTHONPATH=. axolotl train config.yml",
            ),
            Advice("Import it by hand: this prints the error that was hidden.", 'python -c "import rewards"'),
            Advice("Take a type from the list on Axolotl's page of formats, for your `rl:`."),
        ),
        ("TypeError",),
        when="paste has *axolotl*",
    ),
)
