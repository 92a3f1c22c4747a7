"""Concurrent work with ordered results."""

import collections
from concurrent.futures import ThreadPoolExecutor


def in_order(work, things, count):
    """Yields (item, result) of `work` for each item, in order. `count` items are worked on at
    once, and a few more are fetched ahead, so that their source need not be fast."""
    pool, under_way = ThreadPoolExecutor(count), collections.deque()
    try:
        for thing in things:
            under_way.append((thing, pool.submit(work, thing)))
            while under_way and (len(under_way) > 2 * count or under_way[0][1].done()):
                thing, result = under_way.popleft()
                yield thing, result.result()
        while under_way:
            thing, result = under_way.popleft()
            yield thing, result.result()
    finally:
        pool.shutdown(cancel_futures=True)
