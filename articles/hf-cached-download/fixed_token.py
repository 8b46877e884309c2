# /// script
# requires-python = ">=3.9"
# dependencies = ["huggingface_hub==1.0.0"]
# ///
"""A training script asks huggingface_hub whether somebody is logged in, as one did before 1.0."""

from huggingface_hub import get_token

print("logged in" if get_token() else "not logged in")
