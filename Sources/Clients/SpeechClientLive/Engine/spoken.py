"""Which language is spoken in a piece of a recording."""

import threading

# A language that is so likely by a quick look is not looked for again.
LIKELY = 0.8
# A piece that is more likely than this another language than the one before it, by a second look, is
# believed, if it has so many seconds.
SURE, LEAST = 0.6, 3.0


class Spoken:
    """The language of a piece, which the next one needs to know to tell its own. Without one before
    it, it is known from the beginning."""

    def __init__(self, language, before=None):
        self.language, self.probability, self.before = language, 1.0, before
        self.is_known = threading.Event()
        if before is None:
            self.is_known.set()

    @property
    def is_first(self):
        """Whether the language is to be found out, and nothing is known of it before."""
        return self.before is not None and self.before.is_known.is_set() \
            and self.before.language is None

    def choose(self, model, features, found, around):
        """Which language it is, and how likely: by `found`, those that it may be by a quick look. Where
        that is not sure, the features are looked at with the whole encoder, and for the first piece
        those of `around`, which has what follows, too."""
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
        self.language, self.probability = language, probability
        return language, probability

    def settle(self):
        """Nothing more becomes known of it."""
        self.before = None
        self.is_known.set()
