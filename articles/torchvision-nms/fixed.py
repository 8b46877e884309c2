# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.14.1", "torchvision==0.29.1", "numpy"]
# ///
"""torchvision was upgraded with torch: pip install --upgrade torch==2.14.1 torchvision==0.29.1."""

import torch
import torchvision

boxes = torch.tensor([[0.0, 0.0, 2.0, 2.0], [0.0, 0.0, 2.0, 2.1]])
kept = torchvision.ops.nms(boxes, torch.tensor([0.9, 0.8]), iou_threshold=0.5)
print("kept box", kept.tolist())
