# /// script
# requires-python = ">=3.10"
# dependencies = ["keras==3.15.1", "torch==2.13.0", "numpy"]
# ///
"""(51) is the number 51, and Keras 3 wants a tuple."""

import os

os.environ["KERAS_BACKEND"] = "torch"
import keras

model = keras.Sequential([keras.Input(shape=(51)), keras.layers.Dense(1)])
print("inputs", model.input_shape)
