# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""The request has the key that the log of the server asked for."""

import subprocess
import sys
import tempfile
import urllib.request

SERVER = """
import http.server, json

class Generate(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = request["prompt"].upper().encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(answer)

server = http.server.HTTPServer(("127.0.0.1", 0), Generate)
print(server.server_port, flush=True)
server.serve_forever()
"""

log = tempfile.TemporaryFile("w+")
server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, stderr=log, text=True)
port = int(server.stdout.readline())
try:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", b'{"prompt": "hello"}') as response:
        print(response.read().decode())
finally:
    server.kill()
