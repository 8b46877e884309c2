# /// script
# requires-python = ">=3.8"
# dependencies = ["mmengine==0.10.7", "torch==2.13.0", "numpy"]
# ///
"""The annotation file has the keys of another version."""

import json
import pathlib
import tempfile

from mmengine.dataset import BaseDataset

file = pathlib.Path(tempfile.mkdtemp(), "train.json")
file.write_text(json.dumps({"metadata": {"version": "v1"}, "infos": [{"img_path": "0.jpg"}]}))

print(len(BaseDataset(ann_file=str(file))))
