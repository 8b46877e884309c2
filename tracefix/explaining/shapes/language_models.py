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
)
