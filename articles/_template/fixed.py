# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""What a person was doing when it failed, in one sentence."""

# The same script, fixed: the difference between the two is the lesson.

print("replace this by what fails")
