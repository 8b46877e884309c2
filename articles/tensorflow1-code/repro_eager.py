# /// script
# requires-python = ">=3.10"
# dependencies = ["tensorflow-cpu==2.21.0"]
# ///
"""The names are those of TensorFlow 1, but TensorFlow 2 still runs each line at once."""

import tensorflow.compat.v1 as tf

x = tf.placeholder(tf.float32, [2])
with tf.Session() as session:
    print("doubled", session.run(2 * x, {x: [1.0, 2.0]}))
