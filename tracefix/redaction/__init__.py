"""Secrets and names of the reader taken out of a paste, and the redacted sketch of an unknown error."""
