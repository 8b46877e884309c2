# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A child process is told to fetch a class from `__main__`, and there `__main__` is another file."""

import subprocess
import sys


class CustomTrainer:
    epochs = 3


source = "my_trainer"
with open("worker.py", "w") as file:
    file.write("from " + source + " import CustomTrainer\n\nprint('training for', CustomTrainer.epochs)\n")
with open("my_trainer.py", "w") as file:
    file.write("class CustomTrainer:\n    epochs = 3\n")
sys.exit(subprocess.call([sys.executable, "worker.py"]))
