# /// script
# requires-python = ">=3.10"
# dependencies = ["opencv-python-headless==4.11.0.86", "numpy==2.4.6"]
# ///
"""The image lies in a folder, and the path is relative to another one. imread() gives None in silence."""

import os
import tempfile

import cv2
import numpy as np

folder = tempfile.mkdtemp()
os.mkdir(f"{folder}/images")
cv2.imwrite(f"{folder}/images/cat.png", np.zeros((8, 8, 3), np.uint8))

os.chdir(folder)
image = cv2.imread("cat.png")
print(cv2.cvtColor(image, cv2.COLOR_BGR2RGB).shape)
