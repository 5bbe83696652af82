"""Pairings of the least cost: one matching with integer weights, so that nothing depends on rounding or on hashes."""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx


def cheapest(costs: Mapping[tuple[int, int], int]) -> tuple[tuple[int, int], ...]:
    """As many pairs as possible of those that have a cost, at the least sum of costs, in order; the lower number first.

    Costs are not negative. Numbers of nodes and costs alone decide, in the order in which they are given.
    """
    graph: nx.Graph[int] = nx.Graph()
    most = max(costs.values(), default=0)
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=most - cost)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in found))
