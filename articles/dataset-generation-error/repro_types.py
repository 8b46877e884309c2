# /// script
# requires-python = ">=3.10"
# dependencies = ["datasets==4.4.1", "fsspec==2025.10.0", "numpy"]
# ///
"""Each line is JSON, and one column holds text in one row and a number in the next."""

import json
import os
from pathlib import Path

os.environ["HF_HOME"] = os.path.abspath("hf-home")

from datasets import load_dataset

folder = Path("data")
folder.mkdir(exist_ok=True)
rows = [{"prompt": "2 + 2", "answer": "4"}, {"prompt": "2 + 3", "answer": 5}]
(folder / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

data = load_dataset("json", data_files="data/a.jsonl", split="train")
print(len(data), data["answer"][:])
