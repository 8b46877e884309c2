# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A configuration that keeps a log handler is copied for each trial."""

import copy
import logging

config = {"lr": [0.1, 0.01], "log": logging.StreamHandler()}
trial = copy.deepcopy(config, {id(config["log"]): config["log"]})
trial["lr"].pop()
print("the first has", config["lr"], "and the copy", trial["lr"])
