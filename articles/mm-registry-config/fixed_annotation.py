# /// script
# requires-python = ">=3.8"
# dependencies = ["mmengine==0.10.7", "torch==2.13.0", "numpy"]
# ///
"""The annotation file is in the format of mmengine."""

import json
import pathlib
import tempfile

from mmengine.dataset import BaseDataset

file = pathlib.Path(tempfile.mkdtemp(), "train.json")
file.write_text(json.dumps({"metainfo": {"version": "v1"}, "data_list": [{"img_path": "0.jpg"}]}))

print(len(BaseDataset(ann_file=str(file))))
