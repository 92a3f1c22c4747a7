"""Work on several things at once whose results come in order."""

import collections
from concurrent.futures import ThreadPoolExecutor


def in_order(work, things, count):
    """What `work` gives for each of the things, in their order: (thing, result). `count` of them are
    worked on at once, and a few more wait, so that what gives the things need not be fast."""
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
