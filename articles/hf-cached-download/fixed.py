# /// script
# requires-python = ">=3.8"
# dependencies = ["diffusers==0.29.0", "huggingface_hub==0.26.0", "numpy"]
# ///
"""A diffusers of March 2024 is imported beside a huggingface_hub of October 2024, which pip allows."""

import diffusers

print("imported", diffusers.__name__)
