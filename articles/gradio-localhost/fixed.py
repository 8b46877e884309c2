# /// script
# requires-python = ">=3.10"
# dependencies = ["gradio==4.44.1", "huggingface_hub==0.36.0", "pydantic==2.10.6", "fastapi==0.115.14", "starlette==0.46.2",
#     "markupsafe==2.1.5", "pillow==10.4.0", "websockets==12.0"]
# ///
"""A Gradio app starts on a machine whose proxy is set in HTTP_PROXY."""

import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer


class Proxy(BaseHTTPRequestHandler):
    """The proxy of a company: it cannot reach 127.0.0.1 of this machine, and says so."""

    def do_GET(self):
        self.send_error(502)

    do_HEAD = do_GET

    def log_message(self, *args):
        pass


proxy = HTTPServer(("127.0.0.1", 0), Proxy)
threading.Thread(target=proxy.serve_forever, daemon=True).start()
os.environ["HTTP_PROXY"] = f"http://127.0.0.1:{proxy.server_port}"
os.environ["NO_PROXY"] = "localhost,127.0.0.1,::1"
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"

import gradio as gr

with gr.Blocks() as demo:
    gr.Textbox()

demo.launch(prevent_thread_lock=True)
print("answers on", demo.local_url)
