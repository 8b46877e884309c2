# /// script
# requires-python = ">=3.11"
# dependencies = ["fastapi==0.165.0", "uvicorn==0.54.0", "requests==2.34.2", "openai==1.109.1", "httpx==0.28.1"]
# ///
"""The same client with the base URL that ends in /v1."""

import threading
import time

import openai
import uvicorn
from fastapi import FastAPI

app = FastAPI()


@app.post("/v1/chat/completions")
def complete():
    message = {"role": "assistant", "content": "hello"}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    return {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}


server = uvicorn.Server(uvicorn.Config(app, port=8138, log_level="warning"))
threading.Thread(target=server.run, daemon=True).start()
while not server.started:
    time.sleep(0.05)

client = openai.OpenAI(base_url="http://127.0.0.1:8138/v1", api_key="none")
answer = client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}])
print(answer.choices[0].message.content)
