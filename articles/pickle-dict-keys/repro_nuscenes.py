# /// script
# requires-python = ">=3.10,<3.13"
# dependencies = ["torch==2.13.0", "nuscenes-devkit==1.2.0", "numpy<2"]
# ///
"""A dataset keeps the nuScenes detection config, as mmdet3d's does, and its DataLoader spawns the workers."""

import torch.multiprocessing
from nuscenes.eval.common.config import config_factory
from torch.utils.data import DataLoader, Dataset


class NuScenesDataset(Dataset):
    def __init__(self):
        self.eval_detection_configs = config_factory("detection_cvpr_2019")

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return index


if __name__ == "__main__":
    torch.multiprocessing.set_start_method("spawn")  # as init_dist() of mmcv 1.x does
    loader = DataLoader(NuScenesDataset(), batch_size=2, num_workers=1)
    print([batch.tolist() for batch in loader])
