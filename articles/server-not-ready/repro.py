# /// script
# requires-python = ">=3.11"
# dependencies = ["uvicorn==0.54.0"]
# ///
"""A model server says that it could not start, and its reason is in a log of its own that nobody looks at."""

import logging
import sys
import tempfile
from pathlib import Path

import uvicorn

LOG = Path(tempfile.mkdtemp(), "server.log")
WEIGHTS = Path(tempfile.mkdtemp(), "weights.bin")

logging.getLogger("model").addHandler(logging.FileHandler(LOG))


async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive()
        try:
            WEIGHTS.read_bytes()
        except OSError:
            logging.getLogger("model").exception("loading %s", WEIGHTS)
            await send({"type": "lifespan.startup.failed"})
            return
        await send({"type": "lifespan.startup.complete"})
        sys.stdout.write("the model is loaded\n")
        server.should_exit = True
        await receive()
        await send({"type": "lifespan.shutdown.complete"})


server = uvicorn.Server(uvicorn.Config(app, port=0))
server.run()
sys.exit(0 if server.started else 3)
