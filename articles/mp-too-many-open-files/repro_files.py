# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A dataset opens a file per sample and never closes one."""

import os
import resource

resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))  # the usual 1024, made smaller to be quick


def read(index, opened=[]):
    file = open(os.devnull)
    opened.append(file)
    return file.read()


print(len([read(index) for index in range(500)]), "samples")
