# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""The hyperparameters that go into a checkpoint hold the parser, not what it parsed."""

import argparse
import pickle

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=10)
hparams = parser
checkpoint = pickle.dumps({"hparams": hparams})
print("saved", len(checkpoint), "bytes")
