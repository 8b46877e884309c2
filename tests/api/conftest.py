"""The API's document, made once: it takes half a second, and dozens of tests read it."""

from unittest import mock

import pytest
from django.conf import settings


@pytest.fixture(scope="session", autouse=True)
def described_once():
    from kb.api.site_api import TracefixAPI  # loads a library that no other tests need

    made = {}
    describe = TracefixAPI.get_openapi_schema

    def get_openapi_schema(api, **options):
        key = (settings.BASE_URL, repr(options))
        if key not in made:
            made[key] = describe(api, **options)
        return made[key]

    with mock.patch.object(TracefixAPI, "get_openapi_schema", get_openapi_schema):
        yield
