"""One JSON object a line, which is safe to print: no control character of a terminal is left in it."""

import json
import re
from collections.abc import Mapping
from typing import Any

_CONTROLS = re.compile("[\x7f-\x9f]")  # those that json.dumps() does not escape


def to_json_line(values: Mapping[str, Any]) -> str:
    """The values as one line of JSON. Text outside ASCII stays as it is."""
    line = json.dumps(values, ensure_ascii=False)
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)
