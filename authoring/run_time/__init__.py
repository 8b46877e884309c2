"""Compares the histories with run time: what a release has once it is installed and imported."""
