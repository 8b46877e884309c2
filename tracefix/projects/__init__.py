"""Projects: what their cards say, which of them a paste shows, and what a card answers to an error."""
