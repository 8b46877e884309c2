# /// script
# requires-python = ">=3.8"
# dependencies = ["pydantic==2.14.3", "pydantic-settings==2.16.3"]
# ///
"""A server's settings, written for pydantic 1, meet pydantic 2."""

from pydantic_settings import BaseSettings


class Settings(BaseSettings):
    checkpoint: str = "llama"


print(Settings())
