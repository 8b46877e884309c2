# /// script
# requires-python = ">=3.10"
# dependencies = ["tensorflow-cpu==2.21.0"]
# ///
"""Eager execution is turned off before the first operation."""

import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

x = tf.placeholder(tf.float32, [2])
with tf.Session() as session:
    print("doubled", session.run(2 * x, {x: [1.0, 2.0]}))
