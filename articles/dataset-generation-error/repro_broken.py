# /// script
# requires-python = ">=3.10"
# dependencies = ["datasets==4.4.1", "fsspec==2025.10.0", "numpy"]
# ///
"""A line of a JSON Lines file is no JSON."""

import os
from pathlib import Path

os.environ["HF_HOME"] = os.path.abspath("hf-home")

from datasets import load_dataset

folder = Path("data")
folder.mkdir(exist_ok=True)
lines = ['{"prompt": "2 + 2"}', '{"prompt": "2 + 3"']
(folder / "a.jsonl").write_text("\n".join(lines) + "\n")

data = load_dataset("json", data_files="data/a.jsonl", split="train")
print(len(data), data.column_names)
