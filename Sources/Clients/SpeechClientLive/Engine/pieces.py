"""A recording in pieces that can be recognised one by one, two at once, in any order.

Nothing is carried over from one to the next, so that what a piece gives is determined by its own
sound. They are cut where nobody speaks: a sentence rarely goes on behind a long pause."""

from dataclasses import dataclass

import numpy as np
from faster_whisper.vad import VadOptions, get_speech_timestamps

from audio import RATE

# Seconds of a piece: with less, little is known of what is spoken about; what is not longer than
# this is cheap to encode, and nothing is passed over in it.
SHORTEST, LONGEST = 8.0, 15.0
# With a vocabulary the whole encoder is needed, and it takes half a minute at once.
LONGEST_WHOLE = 28.0
# Silence of more than this many seconds is left out, but for so much at its ends.
SILENCE, AROUND = 2.0, 0.4
# Pauses are alike from this length on.
LONG_PAUSE = 2.0
# What is shorter is not cut off, at the end.
LEAST = 1.0


@dataclass
class Piece:
    """Sound, and where in its window it is from: (first sample, the one after the last), of which
    there are several where silence was left out."""

    samples: np.ndarray
    spans: list

    @property
    def seconds(self):
        return len(self.samples) / RATE


def pieces_of(samples, is_filtered, longest=LONGEST):
    """A window's sound in pieces: without silence, or with all of it."""
    speech = [
        (span["start"], span["end"]) for span in get_speech_timestamps(
            samples, VadOptions(min_silence_duration_ms=100, speech_pad_ms=0))]
    spans = heard(speech, len(samples)) if is_filtered else [(0, len(samples))]
    return [piece(samples, spans, *ends) for ends in cuts(pauses(speech, spans), spans, longest)]


def heard(speech, count):
    """What is kept of `count` samples where silence is left out."""
    silence, around, spans = round(SILENCE * RATE), round(AROUND * RATE), []
    for start, end in speech:
        if spans and start - spans[-1][1] < silence:
            spans[-1][1] = end
        else:
            spans.append([start, end])
    if spans and count - spans[-1][1] < silence:
        spans[-1][1] = count
    return [(max(0, start - around), min(count, end + around)) for start, end in spans]


def pauses(speech, spans):
    """Where in the sound that is kept nobody speaks: (the middle, how many seconds)."""
    found, kept = [], 0
    for start, end in spans:
        inside = [span for span in speech if start <= span[0] < end]
        for (_, left), (right, _) in zip(inside, inside[1:]):
            found.append((kept + (left + right) // 2 - start, (right - left) / RATE))
        kept += end - start
        found.append((kept, LONG_PAUSE))
    return found[:-1]


def cuts(pauses, spans, longest):
    """The first samples and the ends of the pieces, in the sound that is kept."""
    end, first, found = sum(stop - start for start, stop in spans), 0, []
    least = round(LEAST * RATE)
    while end - first > longest * RATE:
        near = [
            (min(length, LONG_PAUSE), place) for place, length in pauses
            if SHORTEST <= (place - first) / RATE <= longest and place < end - least]
        later = (
            place for place, _ in pauses if place > first + longest * RATE and place < end - least)
        cut = max(near)[1] if near else next(later, None)
        if cut is None:
            break
        found.append((first, cut))
        first = cut
    return [*found, (first, end)] if end > first else found


def piece(samples, spans, first, last):
    parts, kept = [], 0
    for start, end in spans:
        a, b = max(first, kept), min(last, kept + end - start)
        if a < b:
            parts.append((start + a - kept, start + b - kept))
        kept += end - start
    return Piece(np.concatenate([samples[a:b] for a, b in parts]), parts)
