# /// script
# requires-python = ">=3.10"
# dependencies = ["tensorflow-cpu==2.21.0"]
# ///
"""Code for TensorFlow 1 runs with TensorFlow 2."""

import tensorflow as tf

with tf.Session() as session:
    x = tf.placeholder(tf.float32, [2])
    print("doubled", session.run(2 * x, {x: [1.0, 2.0]}))
