"""What holds of single packages only, in one table each: everything else in this folder is said of any package."""

from packaging.version import Version

# Older releases make names in ways that no reading of their source shows.
READABLE_SINCE = {
    "torch": Version("1.8"),
    "torchaudio": Version("0.7"),
    "pandas": Version("1.0"),
    "tensorflow": Version("1.9"),
    "opencv-python": Version("4.8"),
}
SHOWN_AS = {"tensorflow_core": "tensorflow"}  # where TensorFlow 1.15 to 2.1 lay, whose own name only leads there
# Modules beside a package's own in its wheels: another library, what writes source, builds and tries things out
BESIDE = ("caffe2", "torchgen", "nemo_text_processing", "blackwell", "studio", "experimental", "hopper", "_foo")
WHOLE_STUBS = ("torch",)  # whose stubs of compiled modules are made from the same tables as those
COMPILED = ("opencv-python",)  # whose modules take their names from a compiled one, of which stubs list most
FILLED_BY_OTHERS = ("llama-index",)  # whose root has been a folder of other packages since 0.10
# Modules of which only that they are there is kept: other packages, once as files, and since then made while the
# package runs; what went as a whole, or is there twice; a server and its like, which callers do not import from
CLOSED = (
    "requests.packages",
    "tensorflow.contrib",
    "tensorflow._api.v1.compat.v1",
    "tensorflow._api.v1.compat.v2",
    "tensorflow._api.v2.compat.v2",
    "litellm.proxy",
    "litellm.llms",
    "sglang.srt.models",
    "sglang.multimodal_gen",
)
LEFT_BEHIND = {"tensorflow.contrib": "layers"}  # where it lacks this, a loader is left of it that nobody can import
OF_MODELS = ("transformers", "diffusers")  # of which an outline of thousands of classes is kept
# Packages of which most is no interface for others, and the modules that are kept whole all the same
MOSTLY_INNER = {
    "openai": ("openai.resources", "openai.api_resources"),
    "langchain": (),
    "vllm": (),
    "ray": (),
    "tensorflow": ("tensorflow._api",),
    "unsloth": (),
    "paddlepaddle": (),
    "nemo-toolkit": (),
    "sglang": (),
    "litellm": (),
}
