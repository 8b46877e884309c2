# /// script
# requires-python = ">=3.11"
# dependencies = ["fastapi==0.165.0", "uvicorn==0.54.0", "requests==2.34.2", "openai==1.109.1", "httpx==0.28.1"]
# ///
"""The same with NO_PROXY: requests for this machine do not go to the proxy."""

import os
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx
import uvicorn
from fastapi import FastAPI


class Proxy(BaseHTTPRequestHandler):  # on another machine, whose localhost is not ours
    def do_GET(self):
        self.send_response(502)
        self.end_headers()

    def log_message(self, *values):
        pass


app = FastAPI()


@app.get("/v1/models")
def models():
    return {"data": [{"id": "m"}]}


server = uvicorn.Server(uvicorn.Config(app, port=8139, log_level="warning"))
threading.Thread(target=server.run, daemon=True).start()
while not server.started:
    time.sleep(0.05)
threading.Thread(target=HTTPServer(("127.0.0.1", 8140), Proxy).serve_forever, daemon=True).start()

os.environ["HTTP_PROXY"] = "http://127.0.0.1:8140"
os.environ["NO_PROXY"] = "localhost,127.0.0.1"
print(httpx.get("http://localhost:8139/v1/models").raise_for_status().json())
