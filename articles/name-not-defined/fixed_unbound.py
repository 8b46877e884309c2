# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A local variable is only assigned in a branch that was not taken."""

import os


def newest(folder):
    path = None
    for name in sorted(os.listdir(folder)):
        if name.endswith(".ckpt"):
            path = os.path.join(folder, name)
    return path


print("resume from", newest(".") or "the beginning: no checkpoint in %r" % ".")
