"""The confidence of a word: the share of correct words among those with the same model output."""

import math

# Models underestimate their probabilities. These values are fitted to English speech of about ten
# people with two models by Benchmarks/Engine/calibration.py, which verifies them with other speech
# of the same size.
SLOPE, SHIFT = 0.65, 1.5


def odds(probability):
    probability = min(max(probability, 1e-4), 1 - 1e-4)
    return math.log(probability / (1 - probability))


def of(probability, slope=None, shift=None):
    """Converts the model's probability of a word to a confidence."""
    slope, shift = SLOPE if slope is None else slope, SHIFT if shift is None else shift
    return round(1 / (1 + math.exp(-(slope * odds(float(probability)) + shift))), 4)
