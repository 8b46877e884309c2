"""Import names: which distribution on PyPI holds a module, where the two are not called the same.

Upper and lower case, `_` and `-` are the same to pip, so `flash_attn` needs no row. A row needs proof: a wheel of the
distribution holds the module. NOT_INSTALLABLE are modules that `pip install` of their own name does not bring.
"""

import sys
from collections.abc import Mapping

from kb.core.linear_re import compiled

_DOTTED = r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*"
_LONGEST = 100  # characters

# By module, the longest that fits first: `google.protobuf` before `google`.
DISTRIBUTIONS: Mapping[str, str] = {
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
    "absl": "absl-py",
    "antlr4": "antlr4-python3-runtime",
    "attr": "attrs",
    "bs4": "beautifulsoup4",
    "corsheaders": "django-cors-headers",
    "cpuinfo": "py-cpuinfo",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "decouple": "python-decouple",
    "discord": "discord.py",
    "docx": "python-docx",
    "dotenv": "python-dotenv",
    "faiss": "faiss-cpu",
    "ffmpeg": "ffmpeg-python",
    "fitz": "PyMuPDF",
    "git": "GitPython",
    "github": "PyGithub",
    "google.cloud.bigquery": "google-cloud-bigquery",
    "google.cloud.storage": "google-cloud-storage",
    "google.generativeai": "google-generativeai",
    "google.protobuf": "protobuf",
    "grpc": "grpcio",
    "grpc_tools": "grpcio-tools",
    "gi": "PyGObject",
    "hydra": "hydra-core",
    "imblearn": "imbalanced-learn",
    "jose": "python-jose",
    "jwt": "PyJWT",
    "kafka": "kafka-python",
    "ldap": "python-ldap",
    "llama_cpp": "llama-cpp-python",
    "magic": "python-magic",
    "mpl_toolkits": "matplotlib",
    "multipart": "python-multipart",
    "nacl": "PyNaCl",
    "open_clip": "open-clip-torch",
    "ot": "POT",
    "pl_bolts": "lightning-bolts",
    "pptx": "python-pptx",
    "psycopg2": "psycopg2-binary",
    "pylab": "matplotlib",
    "pynvml": "nvidia-ml-py",
    "pythoncom": "pywin32",
    "pywt": "PyWavelets",
    "pyximport": "Cython",
    "rest_framework": "djangorestframework",
    "ruamel": "ruamel.yaml",
    "serial": "pyserial",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "skopt": "scikit-optimize",
    "skvideo": "scikit-video",
    "slugify": "python-slugify",
    "snappy": "python-snappy",
    "socks": "PySocks",
    "speech_recognition": "SpeechRecognition",
    "telegram": "python-telegram-bot",
    "umap": "umap-learn",
    "usb": "pyusb",
    "websocket": "websocket-client",
    "win32api": "pywin32",
    "win32com": "pywin32",
    "win32con": "pywin32",
    "win32gui": "pywin32",
    "wx": "wxPython",
    "xdist": "pytest-xdist",
    "yaml": "PyYAML",
    "zmq": "pyzmq",
}
# Folders of people's own projects, and packages that are built from their repository; PyPI has none of that name, or
# one that is something else.
NOT_INSTALLABLE = {
    *(
        "apex",
        "clip",
        "detectron2",
        "diff_gaussian_rasterization",
        "nvdiffrast",
        "pytorch3d",
        "simple_knn",
        "tinycudann",
    ),
    *("common", "config", "configs", "core", "data", "dataset", "helpers", "lib", "main", "model", "models", "modules"),
    *("mmdet3d_plugin", "networks", "projects", "scripts", "src", "test", "tests", "tools", "train", "util", "utils"),
    *("asynchat", "asyncore", "distutils", "imp", "smtpd"),  # left Python in 3.12
}


def top_level_of(module: str) -> str:
    """The part of a module's name before the first dot; "" where it is no module's name.

    >>> top_level_of("skimage.metrics"), top_level_of("some words")
    ('skimage', '')
    """
    return module.partition(".")[0] if _is_dotted(module) else ""


def distribution_of(module: str) -> str:
    """The distribution to install for a module: by the table, or else the module's top level; "" where there is none.

    >>> distribution_of("cv2"), distribution_of("google.protobuf.internal"), distribution_of("flash_attn.layers")
    ('opencv-python', 'protobuf', 'flash-attn')
    """
    if found := listed_distribution_of(module):
        return found
    top = top_level_of(module)
    if top.startswith("_") or top in NOT_INSTALLABLE or top in sys.stdlib_module_names:
        return ""
    return top.replace("_", "-")


def listed_distribution_of(module: str) -> str:
    """The distribution that the table has for a module; "" where it has none."""
    parts = module.split(".") if _is_dotted(module) else []
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((DISTRIBUTIONS[name] for name in names if name in DISTRIBUTIONS), "")


def _is_dotted(module: str) -> bool:
    return len(module) <= _LONGEST and bool(compiled(_DOTTED).fullmatch(module))
