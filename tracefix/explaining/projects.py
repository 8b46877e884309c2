"""Where each well-known package takes reports: its repository on GitHub, by the name under which it is imported.

A reviewed table: a name that is missing gets no link. Packages that are installed under another name are here, too.
"""

from collections.abc import Mapping
from itertools import zip_longest

from tracefix.articles.import_names import listed_distribution_of

_REPOSITORIES = """
    torch pytorch/pytorch, torchvision pytorch/vision, torchaudio pytorch/audio, torchao pytorch/ao,
    torchtune pytorch/torchtune, torchtitan pytorch/torchtitan, torchrl pytorch/rl, torch_xla pytorch/xla,
    datasets huggingface/datasets, tokenizers huggingface/tokenizers,
    huggingface_hub huggingface/huggingface_hub, safetensors huggingface/safetensors, evaluate huggingface/evaluate,
    optimum huggingface/optimum, timm huggingface/pytorch-image-models,
    sentence_transformers UKPLab/sentence-transformers,
    xformers facebookresearch/xformers,
    flash_attn Dao-AILab/flash-attention, flashinfer flashinfer-ai/flashinfer, triton triton-lang/triton,
    bitsandbytes bitsandbytes-foundation/bitsandbytes,
    transformer_engine NVIDIA/TransformerEngine,
    apex NVIDIA/apex, tensorrt_llm NVIDIA/TensorRT-LLM, lightning Lightning-AI/pytorch-lightning,
    pytorch_lightning Lightning-AI/pytorch-lightning, lightning_fabric Lightning-AI/pytorch-lightning,
    torchmetrics Lightning-AI/torchmetrics, litserve Lightning-AI/LitServe, mmengine open-mmlab/mmengine,
    kornia kornia/kornia, albumentations albumentations-team/albumentations,
    dgl dmlc/dgl, numpy numpy/numpy, scipy scipy/scipy,
    pandas pandas-dev/pandas, sklearn scikit-learn/scikit-learn, PIL python-pillow/Pillow, cv2 opencv/opencv-python,
    tensorflow tensorflow/tensorflow, keras keras-team/keras, jax jax-ml/jax, jaxlib jax-ml/jax, flax google/flax,
    onnx onnx/onnx, onnxruntime microsoft/onnxruntime, gradio gradio-app/gradio,
    streamlit streamlit/streamlit, fastapi fastapi/fastapi, pydantic pydantic/pydantic,
    wandb wandb/wandb, mlflow mlflow/mlflow, hydra facebookresearch/hydra, omegaconf omry/omegaconf,
    ctranslate2 OpenNMT/CTranslate2,
    faster_whisper SYSTRAN/faster-whisper, whisper openai/whisper, openai openai/openai-python, spacy explosion/spaCy,
    langchain langchain-ai/langchain, litellm BerriAI/litellm, numba numba/numba, cupy cupy/cupy, dask dask/dask,
    pyarrow apache/arrow, h5py h5py/h5py, fsspec fsspec/filesystem_spec, requests psf/requests, urllib3 urllib3/urllib3,
    aiohttp aio-libs/aiohttp, setuptools pypa/setuptools, pip pypa/pip, comet_ml comet-ml/issue-tracking,
    matplotlib matplotlib/matplotlib
"""
REPOSITORIES: Mapping[str, str] = dict(entry.split() for entry in _REPOSITORIES.split(","))
_PLUGIN_FOLDERS = ("extensions", "custom_nodes")
_DOWNLOADED = ("-main", "-master")
_LONGEST_FOLDER = 60


def distribution(package: str) -> str:
    """The name under which a package is installed, from the one under which it is imported, as pip lists it.

    >>> distribution("PIL"), distribution("flash_attn")
    ('pillow', 'flash-attn')
    """
    return (listed_distribution_of(package) or package.replace("_", "-")).lower()


def project_of(package: str, printed_class: str, path: str) -> str:
    """The well-known package whose issues are worth a search, by its import name; empty if none is shown.

    It is the one that raised the error, or whose class it is, or of which the reader's own file is a checkout.

    >>> project_of("own", "ValueError", "/home/u/kornia/kornia/trainer.py"), project_of("", "dgl.base.DGLError", "")
    ('kornia', 'dgl')
    """
    if package in REPOSITORIES:
        return package
    if "." in printed_class and (first := printed_class.partition(".")[0]) in REPOSITORIES:
        return first
    return _checkout(path)


def clone_of(path: str) -> str:
    """The project whose clone or download a file lies in, by the names of the folders; "" if they do not tell.

    >>> clone_of("C:\\\\webui\\\\extensions\\\\sd-roop\\\\scripts\\\\swap.py"), clone_of("/home/u/SuGaR-main/train.py")
    ('sd-roop', 'SuGaR')
    >>> clone_of("/home/u/recbole/recbole/data/utils.py"), clone_of("/home/u/thesis/train.py")
    ('recbole', '')
    >>> clone_of("/home/u/mesh-transformer-jax/mesh_transformer/a.py"), clone_of("/home/u/dataset_1/dataset/a.py")
    ('mesh-transformer-jax', '')
    """
    folders = path.replace("\\", "/").split("/")[:-1]
    for folder, below in zip_longest(folders, folders[1:], fillvalue=""):
        if folder in _PLUGIN_FOLDERS and below:
            return below[:_LONGEST_FOLDER]
        if folder.endswith(_DOWNLOADED):
            return folder.removesuffix("-main").removesuffix("-master")[:_LONGEST_FOLDER]
        if folder and _is_package_of(folder, below):
            return folder[:_LONGEST_FOLDER]
    return ""


def _is_package_of(folder: str, below: str) -> bool:
    """Whether a folder is called as the package in it, perhaps with more words behind."""
    whole, inner = (name.lower().replace("-", "_") for name in (folder, below))
    return whole == inner or ("_" in inner and whole.startswith(f"{inner}_"))


def _checkout(path: str) -> str:
    """A package's folder inside of one that is called as its repository."""
    folders = path.replace("\\", "/").split("/")[:-1]
    above = set()
    for folder in folders:
        repository = REPOSITORIES.get(folder, "").partition("/")[2].lower()
        if repository and repository in above:
            return folder
        above.add(folder.lower().removesuffix("-main").removesuffix("-master"))
    return ""
