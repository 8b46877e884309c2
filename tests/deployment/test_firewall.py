"""The rules of production.md let nobody but those named reach the ports, by IPv4 and by IPv6."""

import re


def test_the_ports_are_closed_by_both_protocols(production):
    (block,) = re.findall(r"(?s)table inet tracefix \{.*?\n      \}\n", production)
    rules = re.findall(r"tcp dport 8000-8009 (.+)", block)

    assert [rule.split()[0] for rule in rules] == ["iif", "ip", "ip6", "drop"]
    assert all(rule.endswith("accept") for rule in rules[:-1])
