# /// script
# requires-python = ">=3.10"
# dependencies = ["tensorflow-cpu==2.21.0"]
# ///
"""The endpoint of the SavedModel takes its inputs by name."""

import tensorflow as tf


class Two(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec((None, 2), name="image"), tf.TensorSpec((None, 2), name="label")])
    def serve(self, image, label):
        return {"score": tf.reduce_sum(image + label, axis=1)}


module = Two()
tf.saved_model.save(module, "two", signatures={"serving_default": module.serve})

endpoint = tf.saved_model.load("two").signatures["serving_default"]
print(endpoint(image=tf.ones((1, 2)), label=tf.ones((1, 2))))
