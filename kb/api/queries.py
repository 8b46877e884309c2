"""The parameters of the endpoints. Each field becomes a parameter in the OpenAPI document."""

from typing import Literal

from ninja import Schema
from pydantic import Field

from tracefix.languages import LANGUAGES


class LanguageQuery(Schema):
    lang: Literal[*LANGUAGES] | None = Field(  # type: ignore[valid-type]
        None, description="The language of the answer; without it, Accept-Language decides. Errors and code stay as is."
    )


class FullQuery(LanguageQuery):
    full: bool = Field(
        False, description="Every field, and more errors, frames, runs and facets, at many times the tokens."
    )


class SearchQuery(FullQuery):
    q: str = Field("", max_length=1000, description="Words, an identifier, or a line of error text.")
    project: str = Field("", max_length=100)
    exception: str = Field("", max_length=100)
    tag: str = Field("", max_length=100)
    page: int = Field(1, ge=1, le=10_000)
    limit: int = Field(10, ge=1, le=100, description="The most results on a page.")
    size: int | None = Field(None, ge=1, le=100, description="An earlier name of `limit`.")


class SuggestQuery(LanguageQuery):
    q: str = Field(max_length=1000, description="What is typed so far.")


class VersionsQuery(Schema):
    name: str = Field(
        "", max_length=1000, description="A name or its end: cached_download, Trainer.train, TrainingArguments(seed)."
    )


class MatchQuery(FullQuery):
    # Not in the document: it has a path for each media type, because generated clients expect one media type per path.
    format: Literal["json", "text", "github", "annotation", "question", "prompt"] = Field(
        "json", json_schema_extra={"include_in_schema": False}
    )
