# /// script
# requires-python = ">=3.10,<3.14"
# dependencies = ["torch==2.7.1", "numpy", "litserve==0.2.19", "httpx2"]
# ///
"""A LitServe API that answers with an embedding. On the way out it passes through a forked process."""

import litserve as ls
import torch
from fastapi.testclient import TestClient
from litserve.utils import wrap_litserve_start


class OnGpu:
    """Stands for a CUDA tensor, which only a machine with a GPU can make: un-pickling it needs CUDA."""

    def __init__(self, tensor):
        self.tensor = tensor

    def __reduce__(self):
        return torch.Tensor.cuda, (self.tensor,)

    def tolist(self):
        return self.tensor.tolist()


class Embedder(ls.LitAPI):
    def setup(self, device):
        self.scale = 2

    def decode_request(self, request):
        return torch.tensor(request["input"], dtype=torch.bfloat16)

    def predict(self, tensor):
        return OnGpu(tensor * self.scale)

    def encode_response(self, output):
        return {"embedding": output}


if __name__ == "__main__":
    torch.cuda.is_available()  # an import often does this; processes forked after it may not use CUDA
    with wrap_litserve_start(ls.LitServer(Embedder(), accelerator="cpu")) as server, TestClient(server.app) as client:
        answer = client.post("/predict", json={"input": [1.0, 2.0]})
    print(answer.status_code, answer.text)
    raise SystemExit(answer.status_code != 200)
