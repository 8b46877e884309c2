"""`make bench`: every figure beside its peer in the same run; the last line is one JSON object."""

import json

from benchmarks import matcher, search

if __name__ == "__main__":
    print(json.dumps({"matcher": matcher.main(), "search": search.main()}))
