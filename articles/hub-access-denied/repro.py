# /// script
# requires-python = ">=3.9"
# dependencies = ["huggingface_hub==0.34.4"]
# ///
"""A gated model is downloaded without a token."""

import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

READER = "hf_example"  # the token of a user who accepted the conditions


class Hub(BaseHTTPRequestHandler):  # a stand-in: it answers with the headers that the hub sends
    def do_GET(self):
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if token == READER:
            self.answer(200, b"{}", {"ETag": '"1"', "X-Repo-Commit": "0" * 40})
        else:
            self.answer(401, b"", {"X-Error-Code": "GatedRepo", "X-Error-Message": "Please log in."})

    do_HEAD = do_GET

    def answer(self, status, body, headers):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *values):
        pass


threading.Thread(target=ThreadingHTTPServer(("127.0.0.1", 8141), Hub).serve_forever, daemon=True).start()
os.environ["HF_ENDPOINT"] = "http://127.0.0.1:8141"
os.environ["HF_HOME"] = os.path.abspath("hf-home")
os.environ.pop("HF_TOKEN", None)

from huggingface_hub import hf_hub_download

print("downloaded", os.path.basename(hf_hub_download("acme/llama-chat", "config.json")))
