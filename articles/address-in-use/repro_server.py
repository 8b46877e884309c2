# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A model server is started twice on one port."""

import socket


def serve(port):
    server = socket.socket()
    server.bind(("127.0.0.1", port))
    server.listen(1)
    return server


first = serve(0)
taken = first.getsockname()[1]
second = serve(taken)
print("two servers on two ports:", second.getsockname()[1] != taken)
