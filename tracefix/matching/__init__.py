"""From a report to a diagnosis: which signatures fit, how surely, and why. See diagnosis.diagnose()."""
