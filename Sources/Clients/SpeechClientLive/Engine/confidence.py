"""How sure a word is: the share of right ones among those for which the model says what it says of it."""

import math

# Models are less sure of their words than they could be. These are fitted to English speech of some
# ten people and two models, by Benchmarks/Engine/calibration.py, which has as much other speech to
# check them with.
SLOPE, SHIFT = 0.65, 1.5


def odds(probability):
    probability = min(max(probability, 1e-4), 1 - 1e-4)
    return math.log(probability / (1 - probability))


def of(probability, slope=None, shift=None):
    """What the model's own probability of a word is worth."""
    slope, shift = SLOPE if slope is None else slope, SHIFT if shift is None else shift
    return round(1 / (1 + math.exp(-(slope * odds(float(probability)) + shift))), 4)
