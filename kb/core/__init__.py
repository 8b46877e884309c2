"""What Tracefix is about, in plain Python: no Django, no state, nothing but the standard library and a few libraries.

From the paste to the answer: expressions (RE2), paste (cleaning), tracebacks, environment, signatures, matching, cures.
Articles: articles (read), rendering, translations, permanence, honesty and lint (checked), repros (run), cards (drawn).
Search: words, lexicon, weights, ranking and the two indexes (index, sealed; postgres, postgres_build, postgres_index).
Wanted errors: redaction, generalising, wanted, drafts. What programs get: payloads, answers.

Imports go one way; tests/core/test_layers.py says which.
"""
