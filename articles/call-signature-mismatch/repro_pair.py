# /// script
# requires-python = ">=3.10"
# dependencies = ["openai==1.54.0", "httpx==0.28.1"]
# ///
"""Two packages whose versions do not fit: one passes an argument that the other has dropped."""

import openai

client = openai.OpenAI(api_key="not needed here", base_url="http://127.0.0.1:8000/v1")
print("the client is ready for", client.base_url)
