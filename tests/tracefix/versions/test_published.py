"""Facts about real packages and the histories that are published.

The largest are written anew only with the slow tests: that takes seconds.
"""

import zlib

import pytest
from packaging.version import Version

from tracefix.versions.history import FOLDER, find_history, packages
from tracefix.versions.history_format import FORMAT
from tracefix.versions.history_reader import parse_history
from tracefix.versions.history_writer import format_history

WHOLE = 150_000  # characters of a file that is written again to compare

GONE = [  # package, name, the last release that has it, the first without it
    ("huggingface-hub", "huggingface_hub.cached_download", "0.25.2", "0.26.0"),
    ("huggingface-hub", "huggingface_hub.HfFolder", "0.36.2", "1.0.0"),
    ("huggingface-hub", "huggingface_hub.ModelFilter", "0.23.5", "0.24.0"),
    ("huggingface-hub", "huggingface_hub.hf_hub_download(use_auth_token)", "0.36.2", "1.0.0"),  # a decorator takes it
    ("markupsafe", "markupsafe.soft_unicode", "2.0.1", "2.1.0"),
    ("networkx", "networkx.from_numpy_matrix", "2.8.8", "3.0"),
    ("networkx", "networkx.connected_component_subgraphs", "2.3", "2.4"),
    ("networkx", "networkx.Graph.node", "2.3", "2.4"),
    ("numpy", "numpy.float", "1.23.5", "1.24.0"),
    ("numpy", "numpy.int", "1.23.5", "1.24.0"),
    ("numpy", "numpy.bool8", "1.26.4", "2.0.0"),
    ("numpy", "numpy.float_", "1.26.4", "2.0.0"),
    ("numpy", "numpy.asscalar", "1.22.4", "1.23.0"),
    ("numpy", "numpy.trapz", "2.3.5", "2.4.0"),
    ("pillow", "PIL.Image.ANTIALIAS", "9.5.0", "10.0.0"),
    ("pillow", "PIL.ImageDraw.ImageDraw.textsize", "9.5.0", "10.0.0"),
    ("torchvision", "torchvision.transforms.functional_tensor", "0.16.2", "0.17.0"),
    ("torchvision", "torchvision.models.utils", "0.10.1", "0.11.0"),
    ("transformers", "transformers.TrainingArguments.__init__(evaluation_strategy)", "4.50.3", "4.51.0"),
    ("transformers", "transformers.AdamW", "4.49.0", "4.50.0"),
    ("transformers", "transformers.file_utils.cached_path", "4.21.3", "4.22.0"),
    ("transformers", "transformers.generation_utils", "4.39.3", "4.40.0"),
    ("transformers", "transformers.BertForMaskedLM.generate", "4.51.3", "4.52.0"),  # of a base's base
    ("pydantic", "pydantic.fields.ModelField", "1.10.27", "2.0"),
    ("trl", "trl.SFTTrainer.__init__(dataset_text_field)", "0.12.2", "0.13.0"),
    ("trl", "trl.SFTTrainer.__init__(tokenizer)", "0.15.2", "0.16.0"),  # a decorator takes it since 0.12
    ("trl", "trl.PPOTrainer.step", "0.11.4", "0.12.0"),
    ("werkzeug", "werkzeug.urls.url_quote", "2.3.8", "3.0.0"),
    ("werkzeug", "werkzeug.contrib", "0.16.1", "1.0.0"),
    ("diffusers", "diffusers.models.cross_attention", "0.19.3", "0.20.0"),
    ("diffusers", "diffusers.models.unet_2d_condition", "0.28.2", "0.29.0"),
    ("peft", "peft.prepare_model_for_int8_training", "0.9.0", "0.10.0"),
    ("accelerate", "accelerate.Accelerator.__init__(dispatch_batches)", "0.34.2", "1.0.0"),
    ("gradio", "gradio.inputs", "3.50.2", "4.0.0"),
    ("gradio", "gradio.Blocks.queue(concurrency_count)", "4.44.1", "5.0.0"),
    ("pytorch-lightning", "pytorch_lightning.metrics", "1.4.9", "1.5.0"),
    ("pytorch-lightning", "pytorch_lightning.Trainer.__init__(gpus)", "1.9.5", "2.0.0"),
    ("pytorch-lightning", "pytorch_lightning.utilities.distributed", "2.0.1.post0", "2.0.2"),
    ("lightning", "lightning.app", "2.3.3", "2.4.0"),
    ("lightning", "lightning.lite", "1.8.6", "1.9.0"),
    ("datasets", "datasets.load_metric", "2.21.0", "3.0.0"),
    ("datasets", "datasets.tasks", "2.21.0", "3.0.0"),
    ("monai", "monai.transforms.AddChannel", "1.2.0", "1.3.0"),
    ("monai", "monai.networks.nets.UNet.__init__(dimensions)", "1.1.0", "1.2.0"),
    ("torchmetrics", "torchmetrics.IoU", "0.7.3", "0.8.0"),
    ("torchmetrics", "torchmetrics.AverageMeter", "0.5.1", "0.6.0"),
    ("protobuf", "google.protobuf.service", "5.29.6", "6.30.0"),
    ("protobuf", "google.protobuf.json_format.MessageToDict(including_default_value_fields)", "4.25.9", "5.26.0"),
    ("setuptools", "pkg_resources", "81.0.0", "82.0.0"),
    ("mmdet", "mmdet.core", "2.28.2", "3.0.0"),
    ("mmdet", "mmdet.apis.set_random_seed", "2.28.2", "3.0.0"),
    ("hydra-core", "hydra.main(strict)", "1.0.7", "1.1.0"),
    ("omegaconf", "omegaconf.OmegaConf.is_none", "2.2.0", "2.2.1"),
    ("torch", "torch._six", "1.13.1", "2.0.0"),
    ("torch", "torch.onnx.symbolic_registry", "1.12.1", "1.13.0"),
    ("pandas", "pandas.DataFrame.append", "1.5.3", "2.0.0"),
    ("pandas", "pandas.DataFrame.iteritems", "1.5.3", "2.0.0"),
    ("matplotlib", "matplotlib.cm.register_cmap", "3.8.4", "3.9.0"),
    ("matplotlib", "matplotlib.backends.backend_agg.FigureCanvasAgg.tostring_rgb", "3.9.4", "3.10.0"),
    ("deepspeed", "deepspeed.runtime.zero.stage2", "0.5.8", "0.5.9"),
    ("fastapi", "fastapi.FastAPI.__init__(openapi_prefix)", "0.144.0", "0.145.0"),
    ("starlette", "starlette.graphql", "0.16.0", "0.17.0"),
    ("starlette", "starlette.applications.Starlette.on_event", "0.52.1", "1.0.0"),
    ("streamlit", "streamlit.experimental_rerun", "1.36.0", "1.37.0"),
    ("streamlit", "streamlit.elements.image.image_to_url", "1.40.2", "1.41.0"),
    ("ultralytics", "ultralytics.yolo", "8.0.186", "8.0.187"),
    ("scipy", "scipy.misc.imread", "1.2.3", "1.3.0"),
    ("scipy", "scipy.signal.hann", "1.12.0", "1.13.0"),  # at last, given to the module in a loop
    ("openai", "openai.error", "0.28.1", "1.0.0"),
    ("openai", "openai.ChatCompletion", "0.28.1", "1.0.0"),  # afterwards, one that only says so
    ("ray", "ray.utils", "1.13.0", "2.0.0"),
    ("langchain", "langchain.chains", "0.3.30", "1.0.0"),
    ("vllm", "vllm.sampling_params.GuidedDecodingParams", "0.11.2", "0.12.0"),
    ("vllm", "vllm.SamplingParams.__init__(best_of)", "0.11.2", "0.12.0"),
    ("torchaudio", "torchaudio.list_audio_backends", "2.8.0", "2.9.0"),
    ("torchaudio", "torchaudio.functional.magphase", "0.10.2", "0.11.0"),
]
CAME = [  # package, name, the last release without it, the first that has it
    ("hydra-core", "hydra.main(version_base)", "1.1.2", "1.2.0"),
    ("mmdet", "mmdet.registry", "2.28.2", "3.0.0"),
    ("mmengine", "mmengine.Config.fromfile(lazy_import)", "0.7.4", "0.8.0"),
    ("omegaconf", "omegaconf.OmegaConf.register_new_resolver", "2.0.6", "2.1.0"),
    ("sentence-transformers", "sentence_transformers.SentenceTransformer.encode(prompt_name)", "2.3.1", "2.4.0"),
    ("setuptools", "setuptools.command.test", "72.0.0", "72.1.0"),  # it was away for one release
    ("torch", "torch.amp.GradScaler", "2.2.2", "2.3.0"),
    ("pandas", "pandas.DataFrame.map", "2.0.3", "2.1.0"),
    ("fastapi", "fastapi.exceptions.RequestValidationError", "0.25.0", "0.26.0"),
    ("timm", "timm.models.layers", "0.1.16", "0.1.18"),
    ("tokenizers", "tokenizers.pre_tokenizers.FixedLength", "0.21.1", "0.21.2"),
    ("diffusers", "diffusers.StableDiffusionPipeline.dtype", "0.21.4", "0.22.0"),  # of its base
    ("diffusers", "diffusers.StableDiffusionPipeline.enable_model_cpu_offload", "0.12.1", "0.13.0"),  # of itself, first
    ("accelerate", "accelerate.commands.config.config_args.ClusterConfig.__init__(command_file)", "0.13.2", "0.14.0"),
    ("hydra-core", "hydra._internal.utils._run_hydra(args)", "1.1.2", "1.2.0"),
    ("ultralytics", "ultralytics.YOLOE", "8.3.98", "8.3.99"),
    ("openai", "openai.OpenAI", "0.28.1", "1.0.0"),
    ("ray", "ray.air", "1.13.0", "2.0.0"),
    ("langchain", "langchain.schema.messages", "0.0.220", "0.0.221"),
]
STILL_THERE = [
    ("diffusers", "diffusers.StableDiffusionPipeline"),
    ("networkx", "networkx.from_numpy_array"),
    ("numpy", "numpy.ndarray"),
    ("peft", "peft.LoraConfig.__init__(use_dora)"),
    ("torchvision", "torchvision.ops.nms"),
    ("torchaudio", "torchaudio.load"),  # for long, given to the package by a function
]
IN_NONE = [
    ("numpy", "numpy.flaot"),
    ("pillow", "PIL.Image.ANTI_ALIAS"),
    ("trl", "trl.SFTTrainer.__init__(tokeniser)"),
    ("huggingface-hub", "huggingface_hub.cache_download"),
]


@pytest.mark.parametrize(("package", "name", "last", "without"), GONE)
def test_a_name_left_where_it_did(package, name, last, without):
    history = find_history(package)
    around = history.neighbours(history.life(name))[-1]

    assert (around.span.last, around.after, around.ends_exactly) == (last, without, True)


@pytest.mark.parametrize(("package", "name", "without", "first"), CAME)
def test_a_name_came_where_it_did(package, name, without, first):
    history = find_history(package)
    around = history.neighbours(history.life(name))[-1]

    assert (around.before, around.span.first, around.starts_exactly) == (without, first, True)


@pytest.mark.parametrize(("package", "name"), STILL_THERE)
def test_a_name_is_still_there(package, name):
    assert not find_history(package).life(name).is_over


@pytest.mark.parametrize(("package", "name"), IN_NONE)
def test_a_name_that_no_release_had(package, name):
    assert find_history(package).life(name) is None


def test_what_was_cut_is_not_known():
    history = find_history("transformers")

    assert history.accepts_anything("transformers.BertConfig")
    assert history.accepts_anything("transformers.models.bert.modeling_bert")


def test_numpy_took_bool_away_and_gave_it_back():
    history = find_history("numpy")
    first, second = history.neighbours(history.life("numpy.bool"))

    assert (first.span.last, first.after) == ("1.23.5", "1.24.0")
    assert (second.before, second.span.first, second.span.last) == ("1.26.4", "2.0.0", None)


def size_of(package):
    return (FOLDER / f"{package}.tsv").stat().st_size


LARGE = [pytest.param(package, marks=pytest.mark.slow) for package in packages() if size_of(package) > 450_000]
SMALL = [package for package in packages() if size_of(package) <= 450_000]


@pytest.mark.parametrize("package", [*SMALL, *LARGE])
def test_a_published_history_is_in_order(package):
    """Every line reads as one of the format; small files are read whole and written again, which takes long of others."""
    text = (FOLDER / f"{package}.tsv").read_text(encoding="utf-8")
    lines = text.split("\n")
    below = next(place for place, line in enumerate(lines) if not line.startswith("#"))
    versions = [Version(release.version) for release in parse_history(text).releases]
    assert lines[:2] == [FORMAT, f"# package {package}"]
    assert lines[-1] == ""
    assert versions == sorted(set(versions))
    assert all(line and not line.startswith("#") for line in lines[below:-1])
    if len(text) < WHOLE:
        assert format_history(parse_history(text)) == text


@pytest.mark.slow
def test_all_histories_fit_in_six_megabytes_when_compressed():
    """As git and the wheel do: the files are plain, so that a change of them can be read."""
    assert sum(len(zlib.compress((FOLDER / f"{package}.tsv").read_bytes())) for package in packages()) <= 6_000_000
