# /// script
# requires-python = ">=3.8"
# dependencies = ["pydantic==2.14.3"]
# ///
"""A package of the time of pydantic 1 imports a type that pydantic 2 has no more."""

from pydantic import BaseModel, ConstrainedStr


class ModelName(ConstrainedStr):
    min_length = 1


class Deployment(BaseModel):
    model: ModelName


print(Deployment(model="llama"))
