# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""The name behind "as" ends with its except block."""

last = None
for attempt in range(2):
    try:
        open("model.bin")
    except OSError as error:
        last = error
        print("attempt", attempt, "failed")
print("gave up:", type(last).__name__)
