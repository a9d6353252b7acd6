"""The cheapest way to make pairs."""

from collections.abc import Callable, Sequence


def cheapest_pairs(numbers: Sequence[int], cost: Callable[[int, int], int | None]) -> list[tuple[int, int]]:
    """Return as many pairs as can be made, and of those ways the cheapest: the whole costs are added.

    cost: None for two who cannot be a pair. Of equal ways the same one is chosen every time.
    """
    import networkx  # Takes a third of a second, which a club that pairs nothing shall not wait for.

    costs = {
        (one, other): price
        for place, one in enumerate(numbers)
        for other in numbers[place + 1 :]
        if (price := cost(one, other)) is not None
    }
    most = max(costs.values(), default=0)
    graph = networkx.Graph()
    graph.add_nodes_from(numbers)
    graph.add_weighted_edges_from((one, other, most - price) for (one, other), price in costs.items())
    place_of = {number: place for place, number in enumerate(numbers)}
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = [(one, other) if place_of[one] < place_of[other] else (other, one) for one, other in matched]
    return sorted(pairs, key=lambda pair: place_of[pair[0]])
