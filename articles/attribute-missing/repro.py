# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A library written for an older Python asks the standard library for a function that is gone."""

import inspect


def forward(input_ids, attention_mask=None):
    return input_ids


print("the arguments are", inspect.getargspec(forward).args)
