# /// script
# requires-python = ">=3.10"
# dependencies = ["mmdet==3.3.0", "mmcv-lite==2.1.0", "mmengine==0.10.7", "torch==2.13.0", "numpy"]
# ///
"""MMDetection 3.3.0 looks at the version of MMCV when it is imported; MMCV is of a version that it takes."""

import mmdet

print("MMDetection", mmdet.__version__)
