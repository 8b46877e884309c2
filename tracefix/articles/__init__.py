"""Articles: folders read, checked and rendered; signatures, fixes, recorded runs."""
