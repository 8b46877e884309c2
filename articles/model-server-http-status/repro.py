# /// script
# requires-python = ">=3.11"
# dependencies = ["fastapi==0.165.0", "uvicorn==0.54.0", "requests==2.34.2", "openai==1.109.1", "httpx==0.28.1"]
# ///
"""A model server fails while it handles a request. The client sees a status; the reason is in the server's log."""

import subprocess
import sys
import time
from pathlib import Path

import requests

Path("server.py").write_text(
    "from fastapi import FastAPI, Request\n"
    "import uvicorn\n"
    "app = FastAPI()\n"
    "@app.get('/health')\n"
    "def health():\n"
    "    return 'ok'\n"
    "@app.post('/predict')\n"
    "async def predict(request: Request):\n"
    "    return {'output': (await request.json())['input'] ** 2}\n"
    "uvicorn.run(app, host='127.0.0.1', port=8137)\n"
)
with open("server.log", "w") as log:
    server = subprocess.Popen([sys.executable, "server.py"], stdout=log, stderr=log)
try:
    for _ in range(100):
        try:
            requests.get("http://127.0.0.1:8137/health")
            break
        except requests.ConnectionError:
            time.sleep(0.1)
    response = requests.post("http://127.0.0.1:8137/predict", json={"inputs": 4.0})
    response.raise_for_status()
    print(response.json())
finally:
    server.terminate()
