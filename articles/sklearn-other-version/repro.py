# /// script
# requires-python = ">=3.10"
# dependencies = ["scikit-learn==1.9.1", "numpy"]
# ///
"""A tree that scikit-learn 1.2.2 pickled is loaded by a later release."""

import base64
import gzip
import pickle

# a decision tree that scikit-learn 1.2.2 pickled
SAVED = """
H4sIAAAAAAACA51U3WoTQRTOJk2b1Fqi0FoRQYRKvFlqQemFUCGC2tVcqHjRm2GyO+kM3T9mZqsBBb1oa2DuenwHH8NH8Q30CaxnJrslTQuC52IP53e+
c87Hfp779muu5sSsqP2YUZn6WjLmkzCmSjEFZvUpC4USWfoW/T3rFUPBJJzA/S/wCbqmHUqhmcQMMHN7IhVgWiqPhUYnegZMaTDthH4gEcs1h8Az1xKR
EkWTPGaKuFwI6qYz7UUsQ5u6Zp3vmdjjmgwlDTW+Mwk+q5VilmzzIaO6kIi4b5atbXNImkXOsyRpGmUJUZpqBgFOa9uKJC8Q+wiBhZJRxaZ7ugWUL2OH
dhjmhMY5p1NJy+nZswT7WbyLKckKnRdaObNV7pGAWUmLJB/5YSaZnxSxFlRKOgKzRCQLs1RpWYQa12qaLhHMQhpNUk4Q8SH0vAEcw2voBl5QPwR+0zQj
PcqZLamLLRh/nUQbxnsM/X5/5xTFfYKahsG416lwe6UGdFvAZxj5qplXIY2pPS9f77XqVeYRtjZXp/fsxmtasuBs18+Tx37x9JYxFrzH1/gtOwK/XQ3g
obE+nnoAoQSejSKleNstEm9HwqxIkRwNXIo75cVODTTumsa7h4+mN/AR+l2zGLOhJiEXcQTminQcKq2FcgxkpuY4Dc+st1UxAuxpHYCSj2BuTKjAIjIT
0Q7ycwRx7gr83sUbBLUj4C/4m6CFegd1B3VgK4f/qlzDzJd8N7iD+hVWdlH30d44giLYwj103I2/V7etFntefm5Xeib+5HRG/pS6jP+Y5c5Efm//b53j
3vwBjYvLr2pJfgx8d9zbqEou17MyaV0MTIeUpCQHTCr3e2o+8Df9TSgG/l8yhMrz+gQAAA==
"""

tree = pickle.loads(gzip.decompress(base64.b64decode(SAVED)))
print("classes", tree.predict([[0], [1]]))
