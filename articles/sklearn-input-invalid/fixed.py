# /// script
# requires-python = ">=3.11"
# dependencies = ["scikit-learn==1.9.1", "numpy==2.4.6"]
# ///
"""A norm of zero divides as a tiny number."""

import numpy as np
from sklearn.linear_model import LogisticRegression

features = np.array([[3.0, 4.0], [0.0, 0.0], [1.0, 0.0], [0.0, 2.0]])
labels = [0, 0, 1, 1]

norms = np.linalg.norm(features, axis=1, keepdims=True)
probe = LogisticRegression().fit(features / np.maximum(norms, 1e-12), labels)
print(probe.classes_)
