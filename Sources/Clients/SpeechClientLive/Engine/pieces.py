"""Splits a recording into chunks that can be transcribed independently, two at once, in any order.

Nothing is carried over between chunks, so the text of a chunk depends only on its audio. They
are cut at pauses: a sentence rarely continues after a long pause."""

from dataclasses import dataclass

import numpy as np

from audio import RATE

# Seconds of a chunk: shorter ones lack context; longer ones cost more to encode, and the decoder
# may skip text.
SHORTEST, LONGEST = 8.0, 15.0
# With a vocabulary, the full encoder of 30 seconds is needed.
LONGEST_WHOLE = 28.0
# Longer silence in seconds is removed, except for this much at its ends.
SILENCE, AROUND = 2.0, 0.4
# Pauses from this length count as equal.
LONG_PAUSE = 2.0
# A shorter rest at the end is not cut off.
LEAST = 1.0


@dataclass
class Piece:
    """Audio with its spans in the window: (first sample, end). There are several if silence was
    removed."""

    samples: np.ndarray
    spans: list

    @property
    def seconds(self):
        return len(self.samples) / RATE


def pieces_of(samples, speech, is_filtered, longest=LONGEST):
    """Splits a window into chunks, with or without its silence."""
    spans = heard(speech, len(samples)) if is_filtered else [(0, len(samples))]
    return [piece(samples, spans, *ends) for ends in cuts(pauses(speech, spans), spans, longest)]


def heard(speech, count):
    """The spans of `count` samples that remain without silence."""
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
    """Pauses in the remaining audio: (middle, seconds)."""
    found, kept = [], 0
    for start, end in spans:
        inside = [span for span in speech if start <= span[0] < end]
        for (_, left), (right, _) in zip(inside, inside[1:]):
            found.append((kept + (left + right) // 2 - start, (right - left) / RATE))
        kept += end - start
        found.append((kept, LONG_PAUSE))
    return found[:-1]


def cuts(pauses, spans, longest):
    """The starts and ends of the chunks in the remaining audio."""
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
