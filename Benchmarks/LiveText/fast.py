"""The engine's live text by a clock that only its own work moves."""

import queue, time

from audio import RATE
from live import LiveText
from options import Options

PIECE = RATE // 10
# What the way from the microphone to the engine takes.
TRANSPORT = 0.15
# How much faster two cores do the work of one thread.
BUSY = 1.55


class Clock:
    def __init__(self):
        self.now, self.mark, self.work = 0.0, time.process_time(), 0.0

    def tick(self):
        used = time.process_time()
        self.now += (used - self.mark) / BUSY
        self.work += used - self.mark
        self.mark = used


class Microphone:
    """Pieces of a tenth of a second, each there when it has been spoken."""

    def __init__(self, samples, clock):
        self.samples, self.clock, self.taken = samples, clock, 0

    def take(self, wait=True):
        self.clock.tick()
        if self.taken >= len(self.samples):
            return None
        piece = self.samples[self.taken : self.taken + PIECE]
        there = (self.taken + len(piece)) / RATE + TRANSPORT
        if there > self.clock.now:
            if not wait:
                raise queue.Empty
            self.clock.now = there
        self.taken += len(piece)
        return piece


def run(model, samples, display):
    clock, segments, end = Clock(), [], len(samples) / RATE
    partials = []

    def emit(event, **fields):
        clock.tick()
        if event == "segment":
            segments.extend(fields["words"])
        elif event == "partial":
            words, count = fields["words"], fields["settled"]
            display.update(clock.now, segments + words[:count], words[count:])
            partials.append(clock.now - fields["done"])
        clock.mark = time.process_time()  # what we do is not the engine's work

    options = Options({"op": "transcribe"})
    LiveText(model, options, emit).run(Microphone(samples, clock), lambda: False)
    return segments, [
        ("processor time of the engine", f"{clock.work:.1f} s, {clock.work / end:.2f} of a core"),
        ("behind at an update, at most", f"{max(partials):.2f} s"),
    ]
