# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""One sentence: what the person was doing when it failed."""

# Keep it as small as possible. The real mechanism must raise the error: do not raise it yourself, and patch no check.
# Write each further case as a pair of its own: repro_<name>.py and fixed_<name>.py.
print("replace this by what fails")
