# /// script
# requires-python = ">=3.10"
# dependencies = ["tensorflow-cpu==2.21.0"]
# ///
"""A SavedModel with two inputs is called through TFSMLayer with a list."""

import tensorflow as tf


class Two(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec((None, 2), name="image"), tf.TensorSpec((None, 2), name="label")])
    def serve(self, image, label):
        return {"score": tf.reduce_sum(image + label, axis=1)}


module = Two()
tf.saved_model.save(module, "two", signatures={"serving_default": module.serve})

layer = tf.keras.layers.TFSMLayer("two", call_endpoint="serving_default")
print(layer([tf.ones((1, 2)), tf.ones((1, 2))]))
