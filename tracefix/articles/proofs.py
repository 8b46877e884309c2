"""Count the articles by how they were proven, and say the counts in words, so that pages claim no more than is true."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tracefix.articles.model import Article, Proof
from tracefix.phrases import sentence

# The mark of an article in a list. One that ran as it is needs none.
PROOF_MARKS = {Proof.RUN: "", Proof.SIMULATED: sentence("simulated"), Proof.SOURCED: sentence("not run")}


@dataclass(frozen=True, slots=True)
class ProofCounts:
    """The number of articles that were proven in each way."""

    run: int
    simulated: int
    sourced: int

    @property
    def total(self) -> int:
        return self.run + self.simulated + self.sourced


def count_proofs(articles: Iterable[Article]) -> ProofCounts:
    """Count the articles by their proof."""
    counts = Counter(article.proof for article in articles)
    return ProofCounts(counts[Proof.RUN], counts[Proof.SIMULATED], counts[Proof.SOURCED])
