"""Groups embeddings by voice."""

import itertools

import numpy as np

# Groups of more embeddings are first reduced in parts, so that time and memory grow linearly with
# the length of a recording, not with its square.
MOST = 1000
# Less than any similarity.
NEVER = -9.0


def unit(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12)


def merges(alike, weights, least, fewest=1):
    """Repeatedly merges the two most similar groups, while their similarity is at least `least`
    and more than `fewest` groups are left. The similarity of groups is the mean similarity of
    their members, which does not depend on their number. Returns the members of each group."""
    count = len(alike)
    alike, weights = alike.copy(), weights.copy()
    np.fill_diagonal(alike, NEVER)
    members = [[i] for i in range(count)]
    best, rows = alike.argmax(axis=1), np.arange(count)
    for _ in range(count - fewest):
        a = int(alike[rows, best].argmax())
        b = int(best[a])
        if alike[a, b] < least:
            break
        a, b = min(a, b), max(a, b)
        row = (weights[a] * alike[a] + weights[b] * alike[b]) / (weights[a] + weights[b])
        row[(alike[a] <= NEVER) | (alike[b] <= NEVER)] = NEVER
        alike[a, :] = alike[:, a] = row
        alike[b, :] = alike[:, b] = NEVER
        members[a] += members[b]
        members[b] = []
        weights[a] += weights[b]
        # Groups whose best match was merged are compared again; others only with the new group.
        stale = (best == a) | (best == b)
        stale[[a, b]] = True
        best[stale] = alike[stale].argmax(axis=1)
        better = alike[:, a] > alike[rows, best]
        best[better] = a
    return [each for each in members if each]


def grouped(vectors, weights, least):
    """The members of each group, for any number of embeddings."""
    groups = [[i] for i in range(len(vectors))]
    means, held = vectors, weights
    while len(groups) > MOST:
        parts = []
        for first in range(0, len(groups), MOST // 2):
            part = slice(first, first + MOST // 2)
            alike, size = means[part] @ means[part].T, len(means[part])
            # Merges only clearly equal voices, and as many as necessary to make progress.
            found = merges(alike, held[part], least + 0.1)
            if len(found) > max(size // 3, 1):
                found = merges(alike, held[part], NEVER, max(size // 3, 1))
            parts += [[first + i for i in each] for each in found]
        groups = [list(itertools.chain.from_iterable(groups[i] for i in part)) for part in parts]
        means, held = averaged(vectors, weights, groups)
    return [
        sorted(itertools.chain.from_iterable(groups[i] for i in each))
        for each in merges(means @ means.T, held, least)
    ]


def averaged(vectors, weights, groups):
    held = np.array([weights[group].sum() for group in groups])
    sums = np.stack([(vectors[group] * weights[group, None]).sum(axis=0) for group in groups])
    return sums / held[:, None], held


def voices(vectors, weights, least, least_seconds, count=None):
    """The embeddings of the voices, `count` or as many as are found. Weights are seconds."""
    while True:
        groups = grouped(vectors, weights, least)
        means, held = averaged(vectors, weights, groups)
        major = held >= min(least_seconds, held.max())
        if count is None:
            # Small groups are noise, or an unusual moment of a voice.
            return means[major]
        if major.sum() >= count:
            means, held = means[major], held[major]
            return averaged(means, held, merges(means @ means.T, held, NEVER, count))[0]
        if least >= 1.0:
            return means[np.sort(np.argsort(-held, kind="stable")[:count])]
        # More voices than expected: some are more similar than two people's voices are.
        least += 0.02


def assigned(vectors, centres):
    """The known voice of each voice in a window: different ones, unless there are too few; -1
    for a voice without an embedding."""
    known = [i for i, vector in enumerate(vectors) if vector is not None]
    result = [-1] * len(vectors)
    if not known:
        return result
    scores = np.stack([vectors[i] for i in known]) @ centres.T
    # The best assignment is among each voice's best matches, as many as there are voices.
    likely = np.argsort(-scores, axis=1, kind="stable")[:, : len(known)]
    choices = itertools.product(*likely.tolist())
    if len(known) <= len(centres):
        choices = (choice for choice in choices if len(set(choice)) == len(choice))
    best = max(choices, key=lambda choice: sum(scores[i, c] for i, c in enumerate(choice)))
    for i, c in zip(known, best):
        result[i] = c
    return result
