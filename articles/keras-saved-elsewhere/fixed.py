# /// script
# requires-python = ">=3.10"
# dependencies = ["tensorflow-cpu==2.21.0"]
# ///
"""TensorFlow 2.16 and later have Keras 3, which reads what Keras 3 saved."""

import base64
import gzip

import tensorflow as tf

# what Keras 3.15.1 wrote with model.save("score.keras")
SAVED = """
H4sIAAAAAAACA+1aTWwcNRT27GbbVaEilSKliQJspwLlkK52s9mo5EIQCU2Viq5okVqqaOrsOrtuZ2e2Y0+atFrBcbn1BldunFDFhRz4ufZChRDihgTi
jODEtbU99u549qdRG0Sk+JNGXvu95/f8/I2d2FNZT49NgAhnwGd///Z4mf3iz0n2NBGFNUhh/hbxvfv2bRRA4myjgGDfs5dydilfLOeL9lzOZlrIIXAb
1Xj7fGF+8VyxeG6+tDxfWlooLxVKdruiufqz/cfP1zMA8Ocl1lL1vS1cl46afi10Ee9JuOQOqi4kxPFgUzRfQXdC5FEMXSETtqz9vq0UiKZAA4g9uCm6
pEGIeMB0t4WEyTOdrVxlqhXfxdXdId62XB/S0rzdZuIA1TGhKEA11YEXui4TkAbkjf7mLVSlDuaJKi4UyoXCQvH8W+cXFsuL3NyFuyy/THajL7K8lPUF
eNFrhfQSFybi24S02nCYYzHUG1EgpY3Y8Luh8wBbMCC8cQu6hOcogPW6mFDVoBxi7tBxlUe/RRkhWKql5vA0MMn+h7WCPBbOkPmt+gE6HFPLJaGHKZ+0
IvsNqxRvQypfERd7CIoshQQ5mxiSXqAsKA+5DmbGjKj4HsvmgKjzMfmAIVxw/cCnH3p4yw+aiUEQJKZPEjCaNbiDSK/ND2micfRA+QBeMOCPUOATPdDR
PmWamELowkB6lfGLeAZKpBVzQgRHaMJokOBOCNmacU9MntMNb3RWeH8hdmtOLO9Rpvveu3Z7o6s9TOVA/IjkNlvYRTHtdmwF/uK7uxvfPpj9t/AmAPwZ
54u9X0Nu/i7C9QYl+Ub507WV906emD4hDLJZMCa0engiwe3jdSW/KUtLlh1ZfplS7ZaQnZbtp2T/Sb2rH6yucu0nCSg/v2eiMgsMjiLWVt+p8PKarCs+
PUrpettsd+NltN30eLn8nH4tkNb4Oy75O3tc53/EXzCUvwaGv3H+qnWsk0nyLULlgPxeef/yigVS3VW9M6n7eSjrP03pceXSut6arDcyR3P+1L6VzMPL
cmWxQAZMsOzxvZzXpyxLWIx3c5jV8sk33M7xXo4vvHv5kgWkQUKPo/evTlRXy56aDvGncizevVfMO2dgYGBgYGBgYGBgYGBgcNgw7Jw8eT7zrHPy7Ksg
dtpgcNSQPGdU537/TOl6NX7tCmLne/8Rf1vTUf3BzP74O37G8Nfwt5+/D2d0PXXPc1D8jc7JrS7v1qYVr8FAHhsMWwcG35dds6P6TbC/deCXs/r8Gxzt
dUDxaS+n6xVkWQT6+7p8QOtA5TW93x1Z/zxn5mgU1P6fzNfz3pfxey51X5aS9lZMwQKzUZmKGtIJPvTXT4vfp3KvgzHRkgOTWTD5cddfVshTqajDrGRg
2np0Vo1Ex87/mu9je998//ir3bd//fHiD+rOV3F4zx5tq9bYmTcMb/W9LMmxiAOWZWlcenFOzcmvq8YSEXQOXU4q61ZqIj38Y2KFT8QItU+Lk6bJj4N7
preB9qlw3HDQN209w78y/V+4VdYzx6LZSYOvWbk+x2tPAZakP6UTLQAA
"""

with open("score.keras", "wb") as file:
    file.write(gzip.decompress(base64.b64decode(SAVED)))

model = tf.keras.models.load_model("score.keras")
print("loaded", model.count_params(), "weights")
