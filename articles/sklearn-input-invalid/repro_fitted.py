# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.9.1", "numpy==2.4.6"]
# ///
"""The inference script makes a new scaler. The fitted one stayed in the training script."""

import numpy as np
from sklearn.preprocessing import StandardScaler

StandardScaler().fit(np.array([[1.0], [3.0]]))  # train.py

scaler = StandardScaler()  # infer.py
print(scaler.transform(np.array([[2.0]])))
