# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A second job on the machine wants the port that a first one holds."""

import socket

from torch.distributed import TCPStore

first_job = socket.create_server(("0.0.0.0", 0))
taken = first_job.getsockname()[1]

store = TCPStore("127.0.0.1", taken, is_master=True)
print("rank 0 listens on a port of its own:", store.port != taken)
