"""Ways of hearing the same sound, and what each of them gives."""

from dataclasses import dataclass, field, replace

import guard


@dataclass
class Way:
    """A way of decoding, and the temperature that it counts as."""

    temperature: float = 0.0
    is_short: bool = False
    is_alone: bool = False  # without the text before
    changes: dict = field(default_factory=dict)

    @property
    def is_usual(self):
        """Whether it is how faster-whisper would do it, or does so with less work."""
        return not self.is_alone


@dataclass
class Heard:
    """What one way gives."""

    result: object
    probability: float
    compression: float
    way: Way
    encoded: object
    is_sure: bool  # and does not repeat itself
    is_silence: bool
    tokens: list = field(default_factory=list)
    words: list = field(default_factory=list)  # as they are aligned, from the step's beginning on
    is_odd: bool = False  # it goes round in a circle, goes back, or says more than can be said
    passed: float = 0.0  # seconds of speech between words that have none
    rest: float = 0.0  # and behind the last one
    frames: int = 0  # how much of the step it is of
    head: int = 0  # and how much of that goes before its first word, where that is speech
    is_fine: bool = True

    def says_the_same(self, other):
        return self.is_sure and other.is_sure and self.text == other.text

    @property
    def text(self):
        return [word["word"].strip().casefold() for word in self.words]

    @property
    def times(self):
        return [(float(word["start"]), float(word["end"])) for word in self.words]

    @property
    def temperature(self):
        return self.way.temperature


# What is tried where it is not sure of what was heard, where that repeats itself, or has passed
# speech over. faster-whisper would draw lots, and not the same ones again.
OTHERWISE = (
    Way(0.4, is_alone=True, changes={"beam_size": 5}),
    Way(1.0, is_alone=True, changes={"beam_size": 5, "no_repeat_ngram_size": 3}),
)


def judge(heard, end, passed, least):
    """Whether what was heard of a step that is `end` seconds long can be what was said. `passed` tells
    how many seconds of speech there are between two times of it; a step whose last word ends
    before `least` has nothing to go on from."""
    heard.is_odd = (
        guard.loops(heard.text) or guard.crowds(heard.times) or guard.goes_back(heard.times))
    if not heard.words:
        heard.passed = passed(0.0, end)
    for start, stop in guard.gaps(heard.times, end) if heard.words else ():
        seconds = passed(start, stop)
        if stop == end and start >= least and not heard.way.is_short:
            heard.rest = seconds
        else:
            heard.passed = max(heard.passed, seconds)
            if start <= guard.LONGEST_WORD and stop < end and seconds >= guard.PASSED:
                # Its first word may be stretched over the beginning: it is said at its end.
                heard.head = round(100 * (stop - guard.LONGEST_WORD * (start > 0.0)))
    limit = guard.PASSED if heard.words else guard.WORDLESS
    heard.is_fine = not heard.is_odd and heard.passed < limit


def best(found, options):
    """The least bad one of several."""
    sure = [one for one in found if one.is_sure]
    if sure:
        return min(sure, key=lambda one: (one.is_odd, int(one.passed)))
    limit = options.compression_ratio_threshold
    rest = [one for one in found if one.compression <= limit] or found
    # Whichever it is, it counts as the last way: the text before must not lead on.
    return replace(max(rest, key=lambda one: one.probability), way=found[-1].way)
