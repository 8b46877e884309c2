"""`make bench`: every figure beside its peer in the same run; the last line is one JSON object. It takes minutes.

Others run alone: `python -m benchmarks.accuracy`, `.faults`, `.replicas` and `.scale`; `--help` says what each does.
"""

import json

from benchmarks import matcher, pages, profiles, read_no_options, search, triage

if __name__ == "__main__":
    read_no_options(__doc__)
    profiles.main()
    served = pages.main()
    costs = {f"page_{kind}": round(1 / served["pages"][f"search_{kind}"], 2) for kind in ("cached", "uncached")}
    print(json.dumps({"matcher": matcher.main(), "search": search.main() | costs, "triage": triage.main(), **served}))
