# /// script
# requires-python = ">=3.10"
# dependencies = ["tensorflow-cpu==2.21.0", "tf_keras==2.21.0"]
# ///
"""TensorFlow 2.21 has Keras 3, and the model was saved by Keras 2."""

import base64
import gzip

import tensorflow as tf

# what Keras 2.15 wrote with model.save("blur.h5")
SAVED = """
H4sIAAAAAAACA+1az27bNhinbMc18qdIgAFJ23VThR12cJPYS4Eil2ZosnlA0QTtDkGLQqUtxiaqSKpIOUgLYztmtx73CD32MfoIO/YR9gYZSZGWqNiO
0wVFgfAHGzT5kR8/8vtj8pP+am3/sjB7cxZw1GqgAhZBHqcS0bpeV/SXsrRkeSLL9yXVPiNoK7J9UfK3y/rA35/s7PDKaQFDQSSDGjC4imjt/LzHy33d
HMDHkt7vMPSQ7x4h3O1RkrPLrc+cd0naa9Gu50FLmu918A2zylcohsTto5jgMGDtNyxLjFwcylDT/KSaM2ZL8NuSv2uCXxt2XqHAO5fPbI5PSZNrQfBJ
96MTBge4C4RcYCK/k3LGrzzBfz9VZX1K/619q8YbGP8F4Edlb1W9X9tPYl7SMHJ91Ge2q3u0stP1C/pvq5LWe1Xlv/vS7ueZn6wAHx6j2A3gISJgop9Y
luYvqqzk/LAy0Z/B1P48M1WcAVPHmeqI/fn14e4jK+eY2jiG5mrj3up6GluG8nH9oICE8YEfHmWxYhg/GN46HR8SInbU2bSdp+h1ggKKoe/UbSeNR6z9
raM6EK2DUAdh7c+LjH4LooQ+4uQCozaknZ6LOdklPRjx3s+DxPfr9ob4NF6wAR49FhSHiQ7pT03OhEQwJrzxAPoEsYYYdrvIyzWoyVPuDWcwqNtFwbZR
RHtHmKCHYdBvbo9ZJrdvTqIxxAFs+7yRxgkaIxpTd8Csn+A3YjnNut3kqyA0xh4S+9OQC4ug5+GAT+b0oY89PtqDFLoHYXwIKW/v9GDAuBGXyU0FHfuQ
MjtyY0hRnlk3DpOIs2cNDuxQ3Bf9OBMfBwiKJSQEuW0MSbYCXmMawFyLTOJYrJz5byKW6QjbXc3RidgkbRefoTgk+t4NuEZQFxOKYuSpnlyzAzUnIyc+
jOWcqdJTuTE9Hk0V49gkRGiCZgSP69E9THyKIx+LIQ3VzNX7Pxe4G6ALrS+bd+QyMvKZtQwGLwaDSj4+5eLrzDn+XB0TB67J+lyO3xrfy8117Xy+nKdn
Qqb2vJlF75M5899oYGBgYGBgYGBg8KXw9PHutiWyFCnsip4HKOZNDEbDAuWRedK92/KeA6bLk/5tA+0eZXC186QqX/7h1ug86dBPLyUOlIZ217qhx4FI
1t/d0uVq3S30k/V3a1dTfyrfXNyvedCT+7Qg8s1pPjtLOJ+Xb1b5V1Uu54IEL+Zy9WuCh6XFIyUX+E7GeXu6ePSvY+KRiUdnn9ts2Xq/cSk+lRq86HOb
4rnkn9t6nCnascG4c0n6/FZtnKWeJ1VGx5Xic63z6GUWYfjvJft7mWO2wXINLP8h6TNMg5xeKpWsNI6kEals3f9B/ydR2P8C590SUGZzvz65v7K/T3eM
Len484H+NTAwMDAwMLh658oV7b56eefEljwnVgoSnHxl+zE6/1eTF54eyN+3wfj3nA3MfTt3C1L3jw9rRXtLsXdJ8w7zVoX8nf4+8dm81ZL9QMq4BTbm
wMapfP9PxYEi/gMpVrMxcDAAAA==
"""

with open("blur.h5", "wb") as file:
    file.write(gzip.decompress(base64.b64decode(SAVED)))

model = tf.keras.models.load_model("blur.h5")
print("loaded", model.count_params(), "weights")
