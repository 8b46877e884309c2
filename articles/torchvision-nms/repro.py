# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.14.1", "torchvision==0.28.0", "numpy"]
#
# [tool.uv]
# override-dependencies = ["torch==2.14.1"]  # torchvision 0.28.0 asks for torch 2.13.0
# ///
"""torch was upgraded by itself: pip install --no-deps --upgrade torch==2.14.1. torchvision is still the one for torch 2.13."""

import torch
import torchvision

boxes = torch.tensor([[0.0, 0.0, 2.0, 2.0], [0.0, 0.0, 2.0, 2.1]])
kept = torchvision.ops.nms(boxes, torch.tensor([0.9, 0.8]), iou_threshold=0.5)
print("kept box", kept.tolist())
