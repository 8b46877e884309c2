"""Ask whether a pinned requirement has a known weakness; exit status 1 if one has.

The advisories come over the network. Where they cannot be had, that is said, and is no failure: a build without the
internet must still pass. `--strict` makes it one.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    files = sorted(path.name for path in ROOT.glob("requirements*.txt"))
    command = [str(Path(sys.executable).parent / "pip-audit"), "--format", "json", "--progress-spinner", "off"]
    command += ["--disable-pip", "--require-hashes", "--timeout", "10"]
    for name in files:
        command += ["--requirement", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)  # noqa: S603 - our own words
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        found = []
    weak = [one for one in found if one.get("vulns")]
    for one in weak:
        for weakness in one["vulns"]:
            fixed = ", ".join(weakness["fix_versions"]) or "no version yet"
            print(f"{one['name']} {one['version']}: {weakness['id']}, fixed in {fixed}")
    checked = [one for one in found if "skip_reason" not in one]
    unchecked = len(found) - len(checked)
    if weak:
        return 1
    if checked and not unchecked:
        print(f"No known weakness in {len(checked)} requirements.")
        return 0
    print(f"NOT CHECKED for known weaknesses: {unchecked or 'all'} requirements. No advisory service can be reached.")
    return int("--strict" in sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
