"""Language detection for a chunk of a recording."""

import math
import threading

# From this probability, the quick result is final.
LIKELY = 0.8
# A chunk of this many seconds may change the language if the full result has this probability. With
# less speech or a lower probability, a recording's first language is a preferred one.
SURE, LEAST = 0.6, 3.0


def among(found, allowed):
    """The possible languages that are allowed, with their probabilities among these. Without a
    restriction, all."""
    kept = [(language, probability) for language, probability in found if language in allowed]
    total = sum(probability for _, probability in kept)
    return [(language, probability / total) for language, probability in kept] if total else found


def expected(found, preferred):
    """The first preferred language that is possible, or the most likely one, with its
    probability."""
    possible = dict(found)
    return next(
        ((language, possible[language]) for language in preferred if language in possible), found[0])


class Spoken:
    """The language of a chunk, which the next chunk's depends on. Without a previous chunk, it
    is given."""

    # The languages to assume if the first one is uncertain, and the seconds of speech to detect it.
    preferred, heard = (), math.inf

    def __init__(self, language, before=None):
        self.language, self.probability, self.before = language, 1.0, before
        self.is_known = threading.Event()
        if before is None:
            self.is_known.set()

    @property
    def is_first(self):
        """Whether the language has to be detected, and no previous one is known."""
        return self.before is not None and self.before.is_known.is_set() \
            and self.before.language is None

    def choose(self, model, features, found, around):
        """The language and its probability, from the quick result `found`. If that is uncertain,
        the features are analyzed with the full encoder, and for the first chunk also `around`,
        which includes the following audio."""
        self.before.is_known.wait()
        before, (language, probability) = self.before.language, found[0]
        if language != before and probability < LIKELY:
            found, _ = model.languages(features, is_whole=True)
            language, probability = found[0]
        is_sure = probability >= SURE
        if before is None and not is_sure:
            found, _ = model.languages(model.feature_extractor(around), is_whole=True)
            language, probability = found[0]
        elif before is not None and language != before and not (
                is_sure and features.shape[1] >= LEAST * model.frames_per_second):
            language, probability = before, dict(found).get(before, 0.0)
        if before is None and (self.heard < LEAST or probability < SURE):
            language, probability = expected(found, self.preferred)
        self.language, self.probability = language, probability
        return language, probability

    def settle(self):
        """Ends the detection without a result."""
        self.before = None
        self.is_known.set()
