"""Whatever the API's document allows: never an error of ours, and what is answered is as described.

The requests are the same in each run.
"""

import pytest
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, given, settings

from tests.examples import every

HOST = {"Host": "localhost", "Accept-Encoding": "identity"}
OPERATIONS = [
    ("/articles", "get"),
    ("/articles/{slug}", "get"),
    ("/search", "get"),
    ("/suggest", "get"),
    ("/match", "post"),
    ("/versions", "get"),
    ("/versions/{package}", "get"),
    ("/triage", "post"),
]
NAMES = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]


@pytest.fixture
def document(small_site):
    import schemathesis  # takes its time, and every worker collects this file

    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application(), headers=HOST)


@pytest.mark.parametrize(("path", "method"), every(3, OPERATIONS))
def test_whatever_is_asked_is_answered_as_described(document, path, method, all_cases):
    from schemathesis.checks import CHECKS

    operation = document[f"/api/v1{path}"][method]
    checks = [CHECKS.get_one(name) for name in NAMES]

    @given(operation.as_strategy())
    @settings(
        max_examples=50 if all_cases else 5,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case):
        case.validate_response(case.call(headers=HOST), checks=checks)

    check()


def test_no_address_is_left_out(document):
    found = {(operation.ok().path, operation.ok().method) for operation in document.get_all_operations()}

    assert found == {(f"/api/v1{path}", method) for path, method in OPERATIONS}
