# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A script reads its local rank from the environment, and no launcher has set it."""

import os

local_rank = int(os.environ["LOCAL_RANK"])
print("using device %d" % local_rank)
