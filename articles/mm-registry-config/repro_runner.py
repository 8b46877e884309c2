# /// script
# requires-python = ">=3.8"
# dependencies = ["mmengine==0.10.7", "torch==2.13.0", "numpy"]
# ///
"""The config has a training loop and an optimizer, and no data to train on."""

import tempfile

import torch
from mmengine.config import Config
from mmengine.model import BaseModel
from mmengine.runner import Runner


class Net(BaseModel):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 1)

    def forward(self, inputs, labels=None, mode="tensor"):
        return {"loss": (self.layer(torch.stack(inputs)) ** 2).mean()}


data = [(torch.ones(2), torch.zeros(1)) for _ in range(4)]
config = Config(
    dict(
        train_cfg=dict(by_epoch=True, max_epochs=1),
        optim_wrapper=dict(optimizer=dict(type="SGD", lr=0.01)),
    )
)
runner = Runner(model=Net(), work_dir=tempfile.mkdtemp(), log_level="ERROR", **config)
runner.train()
print("trained")
