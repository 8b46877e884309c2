# /// script
# requires-python = ">=3.7"
# dependencies = ["tensorboardX==2.6.5", "protobuf==7.36.2"]
# ///
"""An older package brings code generated for protobuf 3; pip installed the newest protobuf beside it."""

import tempfile

from tensorboardX import SummaryWriter

with tempfile.TemporaryDirectory() as folder, SummaryWriter(folder) as writer:
    writer.add_scalar("loss", 0.5, 1)
    print("written")
