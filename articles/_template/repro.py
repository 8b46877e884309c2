# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""What a person was doing when it failed, in one sentence."""

# As small as it can be, and the real error from the real mechanism: no `raise` of the text, no patched guard.
# Further cases are pairs of their own: repro_<name>.py and fixed_<name>.py.
print("replace this by what fails")
