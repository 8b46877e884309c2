# /// script
# requires-python = ">=3.10"
# dependencies = ["gradio==4.44.1", "huggingface_hub==0.36.0", "pydantic==2.10.6", "fastapi==0.139.0", "starlette==1.10.0",
#     "markupsafe==2.1.5", "pillow==10.4.0", "websockets==12.0"]
# ///
"""A Gradio app of 2024 starts beside a web framework that pip chose today; there is no proxy."""

import os

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"

import gradio as gr

with gr.Blocks() as demo:
    gr.Textbox()

demo.launch(prevent_thread_lock=True)
print("answers on", demo.local_url)
