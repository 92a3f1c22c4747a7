"""Concurrent work with ordered results."""

import collections
from concurrent.futures import ThreadPoolExecutor


def in_order(work, items, count):
    """Yields (item, result) of `work` for each item, in order. `count` items are worked on at
    once, and a few more are fetched ahead, so that their source need not be fast."""
    pool, under_way = ThreadPoolExecutor(count), collections.deque()
    try:
        for item in items:
            under_way.append((item, pool.submit(work, item)))
            while under_way and (len(under_way) > 2 * count or under_way[0][1].done()):
                item, result = under_way.popleft()
                yield item, result.result()
        while under_way:
            item, result = under_way.popleft()
            yield item, result.result()
    finally:
        pool.shutdown(cancel_futures=True)
