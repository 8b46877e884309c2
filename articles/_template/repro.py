# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""One sentence: what the person was doing when it failed."""

# Replace the lines below, and name the packages above, each with its version: ["torch==2.13.0"].
# Keep it as small as possible. The real mechanism must raise the error: do not raise it yourself, and patch no check.
# Write each further case as a pair of its own: repro_<name>.py and fixed_<name>.py.
print("replace this by what fails")
