# /// script
# requires-python = ">=3.8"
# dependencies = ["requests==2.34.2"]
# ///
"""The client waits until the port answers, and stops if the server has ended."""

import socket
import subprocess
import sys
import time

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
    while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
        if server.poll() is not None:
            sys.exit(f"the server ended with status {server.returncode}: read its log")
        time.sleep(0.5)
    print(requests.get(f"http://127.0.0.1:{port}/", timeout=5).status_code)
finally:
    server.kill()
