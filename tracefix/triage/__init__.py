"""Triage of whole jobs: which event of many logs came first and explains the others, whatever their size."""
