# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "diffusers==0.36.0", "numpy"]
# ///
"""The variant that is there is asked for."""

import os
import tempfile

from diffusers import AutoencoderKL

os.chdir(tempfile.mkdtemp())
AutoencoderKL(block_out_channels=(4,), norm_num_groups=2).save_pretrained("sd/vae", variant="fp16")

vae = AutoencoderKL.from_pretrained("sd/vae", variant="fp16")
print("loaded", vae.num_parameters())
