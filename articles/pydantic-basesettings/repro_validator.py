# /// script
# requires-python = ">=3.8"
# dependencies = ["pydantic==2.14.3"]
# ///
"""A training config, written for pydantic 1, checks two fields together."""

from pydantic import BaseModel, root_validator


class TrainConfig(BaseModel):
    batch_size: int = 64
    micro_batch_size: int = 8

    @root_validator
    def divides(cls, values):
        assert values["batch_size"] % values["micro_batch_size"] == 0
        return values


print(TrainConfig())
