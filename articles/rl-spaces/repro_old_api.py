# /// script
# requires-python = ">=3.10"
# dependencies = ["stable-baselines3==2.9.2", "gymnasium==1.4.0", "torch==2.13.0", "numpy"]
# ///
"""An environment for the old gym: reset() gives the observation alone."""

import gymnasium as gym
import numpy as np
from stable_baselines3.common.env_checker import check_env


class Trading(gym.Env):
    observation_space = gym.spaces.Box(-1.0, 1.0, shape=(4,), dtype=np.float32)
    action_space = gym.spaces.Discrete(3)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return np.zeros(4, dtype=np.float32)

    def step(self, action):
        return np.zeros(4, dtype=np.float32), 0.0, False, False, {}


check_env(Trading())
print("the environment is right")
