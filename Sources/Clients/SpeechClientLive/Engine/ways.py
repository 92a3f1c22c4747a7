"""Ways to decode the same audio, and their results."""

from dataclasses import dataclass, field, replace

import guard


@dataclass
class Way:
    """A way of decoding, and the temperature that it is reported as."""

    temperature: float = 0.0
    is_short: bool = False
    is_alone: bool = False  # without the text before
    changes: dict = field(default_factory=dict)


@dataclass
class Heard:
    """The result of one way."""

    result: object
    probability: float
    compression: float
    way: Way
    encoded: object
    is_sure: bool  # likely, and without repetitions
    is_silence: bool
    tokens: list = field(default_factory=list)
    words: list = field(default_factory=list)  # with times from the start of the step
    is_odd: bool = False  # loops, times that go back, or too many words
    passed: float = 0.0  # seconds of speech in gaps between words
    rest: float = 0.0  # seconds of speech after the last word
    frames: int = 0  # the frames of the step that it covers
    head: int = 0  # the frames before its first word, if they have speech
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


# Tried if the result is uncertain, repeats itself, or skips speech. faster-whisper would sample
# randomly instead, with varying results.
OTHERWISE = (
    Way(0.4, is_alone=True, changes={"beam_size": 5}),
    Way(1.0, is_alone=True, changes={"beam_size": 5, "no_repeat_ngram_size": 3}),
)


def judge(heard, end, passed, least):
    """Whether the result for a step of `end` seconds is plausible. `passed` returns the seconds
    of speech between two times. If the last word ends before `least`, the next step can't start
    there."""
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
                # The first word may be stretched over the beginning; it is said at its end.
                heard.head = round(100 * (stop - guard.LONGEST_WORD * (start > 0.0)))
    limit = guard.PASSED if heard.words else guard.WORDLESS
    heard.is_fine = not heard.is_odd and heard.passed < limit


def best(found):
    """The least bad of several results."""
    sure = [one for one in found if one.is_sure]
    if sure:
        return min(sure, key=lambda one: (one.is_odd, int(one.passed)))
    rest = [one for one in found if one.compression <= guard.COMPRESSION] or found
    # It counts as the last way, so that its text is not used as context.
    return replace(max(rest, key=lambda one: one.probability), way=found[-1].way)
