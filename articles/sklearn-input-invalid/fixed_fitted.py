# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.9.1", "numpy==2.4.6"]
# ///
"""The fitted scaler is saved with the model, and loaded."""

import tempfile

import joblib
import numpy as np
from sklearn.preprocessing import StandardScaler

path = f"{tempfile.mkdtemp()}/scaler.joblib"
joblib.dump(StandardScaler().fit(np.array([[1.0], [3.0]])), path)  # train.py

scaler = joblib.load(path)  # infer.py
print(scaler.transform(np.array([[2.0]])))
