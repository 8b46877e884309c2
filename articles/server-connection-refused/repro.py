# /// script
# requires-python = ">=3.8"
# dependencies = ["requests==2.34.2"]
# ///
"""The client calls a server that is still loading its model."""

import socket
import subprocess
import sys

import requests

SERVER = """
import http.server, sys, time
time.sleep(3)  # loads the model
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler).serve_forever()
"""

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]

server = subprocess.Popen([sys.executable, "-c", SERVER, str(port)], stderr=subprocess.DEVNULL)
try:
    print(requests.get(f"http://127.0.0.1:{port}/", timeout=5).status_code)
finally:
    server.kill()
