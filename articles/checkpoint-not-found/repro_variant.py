# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "diffusers==0.36.0", "numpy"]
# ///
"""The folder of a diffusers model has only the fp16 variant of the weights, and the variant is not asked for."""

import os
import tempfile

from diffusers import AutoencoderKL

os.chdir(tempfile.mkdtemp())
AutoencoderKL(block_out_channels=(4,), norm_num_groups=2).save_pretrained("sd/vae", variant="fp16")

vae = AutoencoderKL.from_pretrained("sd/vae")
print("loaded", vae.num_parameters())
