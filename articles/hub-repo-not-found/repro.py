# /// script
# requires-python = ">=3.9"
# dependencies = ["huggingface_hub==0.34.4"]
# ///
"""A checkpoint is loaded by a relative path after the process went to another directory."""

import os
import tempfile
from pathlib import Path

from huggingface_hub import ModelHubMixin


class Model(ModelHubMixin):
    @classmethod
    def _from_pretrained(cls, *, model_id, **options):
        print("weights:", Path(model_id, "weights.txt").read_text())
        return cls()


os.chdir(tempfile.mkdtemp())
checkpoint = "./outputs/checkpoint-500"
os.makedirs(checkpoint)
Path(checkpoint, "config.json").write_text("{}")
Path(checkpoint, "weights.txt").write_text("1 2 3")
os.chdir(tempfile.mkdtemp())  # a notebook, a job, Hydra: the path now means another place
Model.from_pretrained(checkpoint)
