"""The packages that a sketch may name: the standard library and well-known packages, by their import names.

A sketch contains no frames of other packages. Their names, files and functions may be confidential, or invented to
show a text to other readers. To allow another package, add it here; no other place needs a change.
"""

import sys

_REMOVED = {"asynchat", "asyncore", "cgi", "distutils", "imp", "pipes", "smtpd", "telnetlib"}  # in newer Pythons
STANDARD = sys.stdlib_module_names | _REMOVED
_NAMES = """
    apex auto_gptq autoawq awq bitsandbytes causal_conv1d colossalai composer cupy cv2 dali deepspeed diffusers
    einops fairscale fairseq faiss fastai fire flash_attn flashinfer flax fvcore gguf gptqmodel haiku ignite jax
    jaxlib keras keras_core kornia lightgbm lightning lightning_fabric lightning_utilities litgpt llama_cpp
    mamba_ssm megatron mlx mmcv mmdet mmengine mmseg monai mxnet nccl nemo ninja numba nvidia onnx onnxruntime
    onnxscript open_clip openvino optax optimum optree orbax paddle peft pyro pytorch3d pytorch_lightning
    safetensors sentencepiece sgl_kernel sglang tensordict tensorboard tensorflow tensorrt tensorrt_llm tf_keras
    tflite thop timm tinygrad tokenizers torch torch_geometric torch_scatter torch_sparse torch_xla torchao
    torchaudio torchdata torchmetrics torchrl torchtext torchtitan torchtune torchvision transformer_engine
    transformers triton trl unsloth unsloth_zoo vllm vllm_flash_attn xformers xfuser xgboost yunchang catboost
    axolotl accelerate liger_kernel outlines xgrammar lm_format_enforcer compressed_tensors quanto torchsde
    k_diffusion librosa soundfile whisper faster_whisper ctranslate2 kaldi ultralytics detectron2 segment_anything
    albumentations imageio skimage decord av moviepy pycocotools easyocr sentence_transformers spacy nltk gensim
    thinc stanza datasets evaluate huggingface_hub hf_transfer tiktoken gymnasium gym stable_baselines3 lerobot
    mujoco pettingzoo openrlhf swift lmdeploy litserve bentoml basicsr dgl pywt

    ray dask distributed mpi4py horovod fsspec s3fs gcsfs petastorm webdataset streaming kubernetes submitit hydra
    omegaconf fabric cloudpickle dill joblib loky multiprocess billiard celery redis zmq pynvml py3nvml

    numpy scipy pandas pyarrow polars sklearn statsmodels matplotlib seaborn plotly sympy networkx h5py zarr tables
    xarray numexpr bottleneck PIL openpyxl fastparquet duckdb sqlalchemy pymongo psycopg psycopg2 lmdb

    wandb mlflow comet_ml neptune clearml tensorboardX aim optuna

    langchain langchain_core langchain_community llama_index openai anthropic litellm gradio gradio_client streamlit
    fastapi starlette uvicorn uvloop gunicorn flask werkzeug jinja2 django tornado aiohttp requests urllib3 httpx
    httpcore anyio h11 websockets grpc boto3 botocore s3transfer google certifi charset_normalizer

    absl attr attrs click typer tqdm rich yaml toml tomli packaging pip setuptools pkg_resources wheel uv virtualenv
    conda cython Cython pybind11 cffi pydantic pydantic_core pydantic_settings typing_extensions six dateutil
    filelock psutil regex orjson msgpack ujson marshmallow jsonschema protobuf cachetools decorator wrapt tenacity
    loguru termcolor colorama markupsafe prompt_toolkit IPython ipykernel ipywidgets jupyter_client jupyter_core
    notebook nbformat nbconvert nbclient pexpect debugpy traitlets pytest pluggy hypothesis safehttpx dacite tyro
    jsonargparse docstring_parser lazy_loader blobfile gdown ftfy emoji jieba

    opencv_python scikit_learn scikit_image pillow pyyaml faiss_cpu faiss_gpu
"""  # the last line has names of distributions, because versions are listed by those
LIBRARIES = frozenset(_NAMES.split())


def is_known(package: str) -> bool:
    """Whether a sketch may name this package, given by its import or its distribution name.

    >>> is_known("torch"), is_known("flash-attn"), is_known("json"), is_known("acme_secret")
    (True, True, True, False)
    """
    name = package.replace("-", "_")
    return name in LIBRARIES or name in STANDARD
