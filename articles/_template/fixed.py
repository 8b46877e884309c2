# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""One sentence: what the person was doing when it failed."""

# The same script with the smallest change that fixes it. The article shows the difference between the two.

print("replace this by what fails")
