"""Speaker detection: turns, an embedding of each voice, and the speaker of each word."""

import json
import os
import sys
from bisect import bisect_left

import numpy as np

import clustering
from audio import RATE
from segmentation import FRAME, MIDDLE, Activity, Network
from voices import CamPlus, Resemblyzer
from wire import REPAIR, Canceled, Failure, field

MOST_SPEAKERS = 20
# Shorter pauses within a turn, and shorter turns, are ignored.
PAUSE, TURN = 0.3, 0.2
# A word farther from any turn has no speaker.
NEAR = 1.0


class Kind:
    """A network for embeddings, with its thresholds: from `group`, two embeddings of one
    recording are of one voice; from `same`, those of two recordings."""

    def __init__(self, voice, group, same):
        self.voice, self.group, self.same = voice, group, same


KINDS = {
    "campplus": Kind(CamPlus, group=0.55, same=0.65),
    "resemblyzer": Kind(Resemblyzer, group=0.75, same=0.83),
}
# Embeddings of fewer seconds of speech are too unreliable to form a group.
SURELY = 1.0
# A voice with fewer seconds is merged into another. Windows overlap, so each second counts about
# four times.
LEAST_SECONDS = 4.0


class Options:
    """The options of a request."""

    def __init__(self, message):
        self.start = field(message, "start", float, 0.0)
        self.seconds = field(message, "seconds", float)
        self.count = field(message, "count", int)
        self.words = field(message, "words", list)
        if not 0 <= self.start < float("inf"):
            raise Failure("bad-request", "'start' must not be negative")
        if self.count is not None and not 1 <= self.count <= MOST_SPEAKERS:
            raise Failure("bad-request", f"'count' must be from 1 to {MOST_SPEAKERS}")
        if not all(is_span(word) for word in self.words or ()):
            raise Failure("bad-request", "'words' must be pairs of a start and an end")


def is_span(word):
    return (
        isinstance(word, list) and len(word) == 2
        and all(type(time) in (int, float) for time in word) and 0 <= word[0] <= word[1]
    )


def installed():
    """The installed networks: {"model", "same", "weights"}, or None."""
    folder = os.environ.get("SPEECHMEMO_SPEAKERS") or os.path.join(sys.prefix, "speakers")
    try:
        with open(os.path.join(folder, "weights.json"), encoding="utf-8") as file:
            weights = json.load(file)
        model = next(each["name"] for each in weights if each["name"] in KINDS)
        for each in weights:
            for part in ("file", "text"):
                each[part] = os.path.join(folder, each[part])
            each["bytes"] = os.path.getsize(each["file"])
        return {"model": model, "same": KINDS[model].same, "weights": weights}
    except (OSError, ValueError, KeyError, TypeError, StopIteration):
        return None


def session(path, threads):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    # Spinning threads would slow down transcription.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise Failure(
            "weights-broken", f"the speaker model '{path}' cannot be loaded: {error}", REPAIR,
        ) from None


class Model:
    """The loaded networks. Without one for segmentation, voice activity is used."""

    def __init__(self, threads, found=None):
        found = found or installed()
        if found is None:
            raise Failure(
                "weights-missing", "the speaker models are not installed", REPAIR)
        files = {each["name"]: each["file"] for each in found["weights"]}
        self.name = found["model"]
        self.kind = KINDS[self.name]
        voice = self.kind.voice(session(files[self.name], threads))
        path = files.get("segmentation")
        self.source = Network(session(path, threads), voice) if path else Activity(voice)
        self.group = self.kind.group - self.source.LESS


def find(model, options, pieces, emit, canceled):
    """Emits `progress` and `speakers`; returns the fields of `done`."""
    stretches, end = [], 0
    for end, stretch in model.source.stretches(counted := Counted(pieces)):
        if canceled():
            raise Canceled
        if stretch is not None and stretch.active.any():
            stretches.append(stretch)
        done = options.start + end / RATE
        emit("progress", done=round(done, 3), total=round(max(options.seconds or 0.0, done), 3))
    if canceled():
        raise Canceled
    seconds = counted.count / RATE
    turns, speakers = told_apart(model.group, stretches, seconds, options.count)
    spoken = [0.0] * len(speakers)
    for start, stop, speaker in turns:
        spoken[speaker] += stop - start
    turns = [
        (round(options.start + start, 3), round(options.start + stop, 3), speaker)
        for start, stop, speaker in turns
    ]
    emit(
        "speakers", model=model.name, same=model.kind.same,
        speakers=[
            {"seconds": round(length, 3), "embedding": [round(float(x), 5) for x in vector]}
            for length, vector in zip(spoken, speakers)
        ],
        turns=[{"start": a, "end": b, "speaker": speaker} for a, b, speaker in turns],
        words=None if options.words is None else speakers_of(options.words, turns),
    )
    end = round(options.start + seconds, 3)
    return {"seconds": end}


class Counted:
    """Chunks of audio with their numbers of samples."""

    def __init__(self, pieces):
        self.pieces, self.count = pieces, 0

    def __iter__(self):
        for piece in self.pieces:
            self.count += len(piece)
            yield piece


def told_apart(alike, stretches, seconds, count=None):
    """The turns, and the speakers' embeddings in the order of first speech. Embeddings with a
    similarity of at least `alike` are of one voice."""
    heard = [
        (vector, length) for stretch in stretches
        for vector, length in zip(stretch.vectors, stretch.seconds) if vector is not None
    ]
    if not heard:
        return [], []
    vectors = np.stack([vector for vector, _ in heard])
    weights = np.array([max(length, 0.1) for _, length in heard], np.float32)
    sure = weights >= min(SURELY, weights.max())
    centres = clustering.unit(clustering.voices(
        vectors[sure], weights[sure], alike, LEAST_SECONDS, count))
    # A second pass with the known speakers: two voices of one window are two people.
    sums = np.zeros_like(centres)
    for stretch in stretches:
        chosen = clustering.assigned(stretch.vectors, centres)
        for vector, length, speaker in zip(stretch.vectors, stretch.seconds, chosen):
            if speaker >= 0 and length >= SURELY:
                sums[speaker] += vector * np.float32(length)
    known = np.abs(sums).sum(axis=1) > 0
    centres[known] = clustering.unit(sums[known])
    spans = turns_of(votes(stretches, centres), seconds)
    order = list(dict.fromkeys(speaker for _, _, speaker in spans))
    place = {speaker: index for index, speaker in enumerate(order)}
    return [(a, b, place[speaker]) for a, b, speaker in spans], [centres[i] for i in order]


def votes(stretches, centres):
    """The speakers in each frame, by the votes of its windows."""
    end = max(stretch.first + len(stretch.active) for stretch in stretches)
    said = np.zeros((end, len(centres)), np.uint8)
    number, trust = np.zeros(end, np.uint8), np.zeros(end, np.uint8)
    for stretch in stretches:
        part = slice(stretch.first, stretch.first + len(stretch.active))
        weighed = stretch.active * stretch.trust[:, None]
        trust[part] += stretch.trust
        chosen = clustering.assigned(stretch.vectors, centres)
        for voice, speaker in enumerate(chosen):
            if speaker >= 0:
                said[part, speaker] += weighed[:, voice]
                number[part] += weighed[:, voice]
    speaking = np.zeros(said.shape, bool)
    for first in range(0, end, 65536):
        part = slice(first, first + 65536)
        count = np.rint(number[part] / np.maximum(trust[part], 1)).astype(int)
        rank = np.argsort(np.argsort(-said[part].astype(int), axis=1, kind="stable"), axis=1)
        speaking[part] = (rank < count[:, None]) & (said[part] > 0)
    return speaking


def turns_of(speaking, seconds):
    """Converts frames to spans in seconds: (start, end, speaker), by start."""
    step, shift = FRAME / RATE, (MIDDLE - FRAME / 2) / RATE
    turns = []
    for speaker in range(speaking.shape[1]):
        edges = np.flatnonzero(np.diff(speaking[:, speaker].astype(np.int8), prepend=0, append=0))
        spans = []
        for first, last in edges.reshape(-1, 2).tolist():
            start = 0.0 if first == 0 else first * step + shift
            end = min(last * step + shift, seconds)
            if spans and start - spans[-1][1] < PAUSE:
                spans[-1][1] = end
            elif start < end:
                spans.append([start, end])
        turns += [(start, end, speaker) for start, end in spans if end - start >= TURN]
    return sorted(turns)


def speakers_of(words, turns):
    """The speaker of each word (start, end): the one who speaks for most of it, or the nearest;
    None if no speaker is near."""
    starts = [start for start, _, _ in turns]
    # How early a turn may start and still reach a word, to skip earlier ones.
    reach, last = [], 0.0
    for _, end, _ in turns:
        last = max(last, end)
        reach.append(last)
    result = []
    for start, end in words:
        during, near = {}, []
        index = bisect_left(starts, end + NEAR)
        while index > 0 and reach[index - 1] >= start - NEAR:
            index -= 1
            begin, stop, speaker = turns[index]
            shared = min(end, stop) - max(start, begin)
            if shared > 0:
                during[speaker] = during.get(speaker, 0.0) + shared
            elif -shared <= NEAR:
                near.append((-shared, speaker))
        if during:
            result.append(max(sorted(during), key=during.get))
        else:
            result.append(min(near)[1] if near else None)
    return result
