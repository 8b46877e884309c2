# /// script
# requires-python = ">=3.10"
# dependencies = ["datasets==4.4.1", "fsspec==2025.10.0", "numpy"]
# ///
"""The files of one data set have the same columns."""

import json
import os
from pathlib import Path

os.environ["HF_HOME"] = os.path.abspath("hf-home")

from datasets import load_dataset

folder = Path("data")
folder.mkdir(exist_ok=True)
(folder / "a.jsonl").write_text(json.dumps({"prompt": "2 + 2", "answer": "4", "source": ""}) + "\n")
(folder / "b.jsonl").write_text(json.dumps({"prompt": "2 + 3", "answer": "5", "source": "web"}) + "\n")

data = load_dataset("json", data_files=["data/a.jsonl", "data/b.jsonl"], split="train")
print(len(data), data.column_names)
