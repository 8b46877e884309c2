# /// script
# requires-python = ">=3.10"
# dependencies = ["tensorflow-cpu==2.21.0"]
# ///
"""The names and the behaviour of TensorFlow 1 are taken from tf.compat.v1."""

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

with tf.Session() as session:
    x = tf.placeholder(tf.float32, [2])
    print("doubled", session.run(2 * x, {x: [1.0, 2.0]}))
