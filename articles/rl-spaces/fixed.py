# /// script
# requires-python = ">=3.10"
# dependencies = ["gymnasium==1.4.0", "numpy"]
# ///
"""The space has the shape of what reset() and step() give."""

import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import check_env


class Trading(gym.Env):
    observation_space = gym.spaces.Box(-np.inf, np.inf, shape=(6,), dtype=np.float32)
    action_space = gym.spaces.Discrete(3)

    def _observe(self):
        balance, prices = [1000.0], [1.0, 2.0, 3.0, 4.0, 5.0]
        return np.array(balance + prices, dtype=np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return self._observe(), {}

    def step(self, action):
        return self._observe(), 0.0, False, False, {}


check_env(Trading())
print("the environment is right")
