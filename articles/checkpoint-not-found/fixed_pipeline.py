# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "diffusers==0.36.0", "numpy"]
# ///
"""The folder that holds model_index.json is loaded as a pipeline."""

import os
import tempfile

from diffusers import DDPMPipeline, DDPMScheduler, UNet2DModel

os.chdir(tempfile.mkdtemp())
unet = UNet2DModel(
    sample_size=8,
    block_out_channels=(4,),
    norm_num_groups=2,
    down_block_types=("DownBlock2D",),
    up_block_types=("UpBlock2D",),
)
DDPMPipeline(unet, DDPMScheduler()).save_pretrained("download/ddpm")

pipeline = DDPMPipeline.from_pretrained("download/ddpm")
print("loaded", pipeline.unet.num_parameters())
