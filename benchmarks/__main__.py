"""`make bench`: every figure beside its peer in the same run; the last line is one JSON object."""

import json

from benchmarks import matcher, pages, profiles, search, triage

if __name__ == "__main__":
    profiles.main()
    served = pages.main()
    costs = {f"page_{kind}": round(1 / served["pages"][f"search_{kind}"], 2) for kind in ("cached", "uncached")}
    print(json.dumps({"matcher": matcher.main(), "search": search.main() | costs, "triage": triage.main(), **served}))
