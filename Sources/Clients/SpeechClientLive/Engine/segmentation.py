"""Detects the speakers within a few seconds of audio, and their voices."""

from dataclasses import dataclass

import numpy as np

from audio import RATE

# The frames of the segmentation network: the step, and the middle of the first.
FRAME, MIDDLE = 270, 495
# The network's classes for a frame: nobody, one of three speakers, or two of them.
SPEAKING = np.array(
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1]], bool)


@dataclass
class Stretch:
    """A window: which of its voices speak in each frame (frames, voices), the reliability of
    each frame, and the embedding of each voice with its seconds of speech."""

    first: int
    active: np.ndarray
    trust: np.ndarray
    vectors: list
    seconds: list


def stretches_of(pieces, size, step):
    """Windows of `size` samples, `step` apart: (index of the first sample, samples, number of
    samples with audio). The last window ends with the audio. Shorter audio is padded with
    silence."""
    held, first, start = np.zeros(0, np.float32), 0, 0
    for piece in pieces:
        held = np.concatenate([held, piece])
        while first + len(held) - start >= size:
            yield start, held[start - first : start - first + size], size
            start += step
        done = max(start - step - first, 0)
        held, first = held[done:].copy(), first + done
    end = first + len(held)
    if end > (start - step + size if start else 0):
        if step < size:
            start = max(0, -(-(end - size) // FRAME) * FRAME)
        samples = held[start - first :]
        yield start, np.pad(samples, (0, size - len(samples))), len(samples)


class Network:
    """Segmentation by a network that analyzes ten seconds at once and distinguishes up to three
    voices, also when two speak at once. Windows overlap, so each frame is analyzed several
    times."""

    SIZE, STEP, LESS = 160000, 148 * FRAME, 0.0
    # At the ends of a window, the network has context on one side only.
    TRUST = np.array([1, 2, 2, 1], np.uint8)

    def __init__(self, session, voice):
        self.session, self.voice = session, voice

    def stretches(self, pieces):
        for first, samples, length in stretches_of(pieces, self.SIZE, self.STEP):
            yield first + length, self.stretch(first // FRAME, samples, length)

    def stretch(self, first, samples, length):
        scores = self.session.run(None, {"samples": samples[None, None]})[0][:, 0]
        active = SPEAKING[scores.argmax(axis=1)]
        active = active[: max(1, -(-(length - MIDDLE) // FRAME))]
        active = active[:, active.any(axis=0)]
        trust = np.repeat(self.TRUST, -(-len(scores) // len(self.TRUST)))[: len(active)]
        vectors, seconds = [], []
        if active.any():
            frames = self.voice.frames(samples[:length])
            middles = np.arange(len(frames)) * 160 + self.voice.CENTRE
            places = np.clip((middles - MIDDLE + FRAME // 2) // FRAME, 0, len(active) - 1)
            alone = active.sum(axis=1) == 1
            for voice in range(active.shape[1]):
                vector, length = vector_of(
                    self.voice, frames, active[places, voice], alone[places])
                vectors.append(vector)
                seconds.append(length)
        return Stretch(first, active, trust, vectors, seconds)


# The fewest frames (hundredths of a second) for an embedding, and the most: more improve it little,
# at the same cost each.
LEAST, MOST = 40, 400


def vector_of(voice, frames, mine, alone):
    clean = mine & alone
    length = clean.sum() / 100
    if clean.sum() < LEAST:
        clean = mine
    if clean.sum() < LEAST:
        return None, 0.0
    chosen = np.flatnonzero(clean)
    if len(chosen) > MOST:
        spare = (len(chosen) - MOST) // 2
        chosen = chosen[spare : spare + MOST]
    vector = voice.vector(frames[chosen])
    return (vector / np.linalg.norm(vector)).astype(np.float32), float(length)


class Activity:
    """Segmentation without that network: by voice activity, with a possible change of speaker
    every 0.8 seconds, and without overlapping speech."""

    BLOCK, SPAN, STEP = 30 * RATE, round(1.6 * RATE), round(0.8 * RATE)
    # Embeddings of such short spans, some with two voices, are less similar.
    LESS = 0.13

    def __init__(self, voice):
        self.voice = voice

    def stretches(self, pieces):
        from faster_whisper.vad import VadOptions, get_speech_timestamps

        for first, samples, length in stretches_of(pieces, self.BLOCK, self.BLOCK):
            options = VadOptions(min_silence_duration_ms=300, speech_pad_ms=60)
            for span in get_speech_timestamps(samples[:length], options):
                start, end = span["start"], min(span["end"], length)
                for place in range(start, max(start + 1, end - self.STEP), self.STEP):
                    is_last = place + self.SPAN >= end - self.STEP // 2
                    stop = end if is_last else place + self.SPAN
                    yield first + stop, self.stretch(first, place, stop, samples)
                    if is_last:
                        break
            yield first + length, None

    def stretch(self, first, start, stop, samples):
        frames = self.voice.frames(samples[start:stop])
        every = np.ones(len(frames), bool)
        vector, seconds = vector_of(self.voice, frames, every, every)
        begin = (first + start) // FRAME
        count = max(1, (first + stop) // FRAME - begin)
        return Stretch(
            begin, np.ones((count, 1), bool), np.ones(count, np.uint8), [vector], [seconds])
