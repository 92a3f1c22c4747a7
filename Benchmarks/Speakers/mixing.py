"""Conversations mixed from recordings of single people, with known speaker turns."""

import pathlib
import random
import wave

import numpy as np
from faster_whisper.vad import VadOptions, get_speech_timestamps

RATE = 16000
# The shortest pause within and between recordings.
PAUSE = 0.3
STEP = 160  # loudness is measured every hundredth of a second


def read(path):
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float32) / 32768


def people(folder):
    return sorted(path.name for path in pathlib.Path(folder).iterdir() if path.is_dir())


class Person:
    """A person's recordings, trimmed and at the same loudness."""

    def __init__(self, folder):
        self.clips, self.seconds = [], 0.0
        for path in sorted(pathlib.Path(folder).glob("*.wav")):
            samples = read(path)
            spans = spoken(samples)
            if not spans:
                continue
            samples = samples[round(spans[0][0] * RATE) : round(spans[-1][1] * RATE)]
            first = spans[0][0]
            loudness = np.sqrt((samples**2).mean())
            self.seconds += len(samples) / RATE
            self.clips.append((
                samples * (0.06 / loudness), [(a - first, b - first) for a, b in spans]))


def spoken(samples, pause=PAUSE):
    """Returns the speech in a recording: less than 30 dB below its loud parts, and speech to Silero,
    which excludes crowds and noise."""
    count = len(samples) // STEP
    if count < 20:
        return []
    level = np.sqrt((samples[: count * STEP].reshape(count, STEP) ** 2).mean(axis=1))
    loud = level > np.percentile(level, 95) * 10 ** (-30 / 20)
    quiet = np.zeros(RATE // 2, np.float32)
    options = VadOptions(threshold=0.35, min_silence_duration_ms=200, speech_pad_ms=60)
    speech = np.zeros(count, bool)
    for span in get_speech_timestamps(np.concatenate([quiet, samples, quiet]), options):
        first, last = ((span[edge] - len(quiet)) // STEP for edge in ("start", "end"))
        speech[max(first, 0) : max(last, 0)] = True
    frames = [[frame, frame + 1] for frame in np.flatnonzero(loud & speech).tolist()]
    return [
        (a * STEP / RATE, b * STEP / RATE) for a, b in joined(frames, pause * RATE / STEP)
        if (b - a) * STEP >= 0.05 * RATE
    ]


def joined(spans, pause=PAUSE):
    result = []
    for start, end in spans:
        if result and start - result[-1][1] < pause:
            result[-1][1] = end
        else:
            result.append([start, end])
    return result


def turn_of(clips, draw):
    """Joins recordings to a turn of random length. Returns its audio and its speech."""
    samples, spans, length = [], [], draw.uniform(1.5, 7.0)
    total = 0.0
    while clips and total < length:
        sound, said = clips.pop()
        # Long readings are split at pauses.
        if len(said) > 1 and said[-1][1] > 8.0:
            cut = next(i for i in range(1, len(said) + 1)
                       if i == len(said) or said[i - 1][1] > 3.0)
            if cut < len(said):
                first = said[cut][0]
                clips.append((
                    sound[round(first * RATE) :], [(a - first, b - first) for a, b in said[cut:]]))
                sound, said = sound[: round(said[cut - 1][1] * RATE)], said[:cut]
        spans += [(a + total, b + total) for a, b in said]
        gap = draw.uniform(0.1, 0.3)
        samples += [sound, np.zeros(round(gap * RATE), np.float32)]
        total += len(sound) / RATE + len(samples[-1]) / RATE
    return np.concatenate(samples[:-1]), spans


def mix(crowd, seed, overlaps, seconds=150.0):
    """Returns the audio of a conversation, and its turns as [(person, start, end)].

    All speak in one room with one noisy microphone, and never repeat a recording. With `overlaps`,
    four of ten turns begin before the previous one ends."""
    draw = random.Random(seed)
    numbers = np.random.default_rng(seed)
    left = {name: draw.sample(person.clips, len(person.clips)) for name, person in crowd.items()}
    levels = {name: 10 ** (draw.uniform(-4, 4) / 20) for name in crowd}
    placed, truth, place, last = [], [], 0.5, None
    while place < seconds:
        names = [name for name, clips in left.items() if clips and name != last]
        if not names:
            break
        last = draw.choice(names)
        samples, spans = turn_of(left[last], draw)
        if overlaps and placed and draw.random() < 0.4:
            place -= min(draw.uniform(0.4, 2.0), 0.8 * len(samples) / RATE, placed[-1][1] * 0.8)
        else:
            place += draw.uniform(0.1, 1.0)
        placed.append((place, len(samples) / RATE, samples * levels[last]))
        truth += [(last, place + a, place + b) for a, b in joined(spans)]
        place += len(samples) / RATE
    end = max(start + length for start, length, _ in placed) + 0.5
    sound = np.zeros(round(end * RATE), np.float32)
    for start, _, samples in placed:
        first = round(start * RATE)
        sound[first : first + len(samples)] += samples
    return microphone(sound, numbers), sorted(truth, key=lambda each: each[1])


def microphone(sound, numbers):
    """Adds the echo of a small room, and the band limit and noise of a cheap microphone."""
    length = round(0.25 * RATE)
    echo = numbers.standard_normal(length) * 10 ** (-3 * np.arange(length) / length / 0.8)
    echo *= 0.25 / np.sqrt((echo**2).sum())
    echo[0] = 1.0
    size = 1 << (len(sound) + length).bit_length()
    spectrum = np.fft.rfft(sound, size) * np.fft.rfft(echo, size)
    hertz = np.fft.rfftfreq(size, 1 / RATE)
    spectrum *= (hertz > 90) & (hertz < 3800 + 3000 * numbers.random())
    sound = np.fft.irfft(spectrum, size)[: len(sound)]
    noise = numbers.standard_normal(len(sound)) * 0.06 * 10 ** (-35 / 20)
    sound = sound + noise
    return (sound * (0.5 / max(np.abs(sound).max(), 0.5))).astype(np.float32)
