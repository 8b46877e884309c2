# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "diffusers==0.36.0", "numpy"]
# ///
"""Diffusers leaves every LoRA to PEFT, and PEFT is not installed for this Python."""

from diffusers import UNet2DConditionModel

unet = UNet2DConditionModel(
    block_out_channels=(8,), norm_num_groups=4, layers_per_block=1, cross_attention_dim=8, attention_head_dim=2,
    down_block_types=("CrossAttnDownBlock2D",), up_block_types=("CrossAttnUpBlock2D",),
)
unet.set_adapters([])
print("no LoRA is active")
