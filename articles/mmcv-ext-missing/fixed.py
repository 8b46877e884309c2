# /// script
# requires-python = ">=3.10"
# dependencies = ["mmcv-lite==2.2.0", "mmengine==0.10.7", "torch==2.13.0", "numpy"]
# ///
"""A segmentation head samples its features at some points with an operator of MMCV; what is installed is mmcv-lite."""

import torch


def point_sample(features, points):
    """What MMCV computes in Python, without the import that loads all compiled operators."""
    return torch.nn.functional.grid_sample(features, 2 * points.unsqueeze(2) - 1, align_corners=False).squeeze(3)


features = torch.arange(16.0).reshape(1, 1, 4, 4)
points = torch.tensor([[[0.25, 0.25], [0.75, 0.75]]])  # x and y, from 0 to 1
print(point_sample(features, points))
