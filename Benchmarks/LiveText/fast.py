"""Live text on a clock that advances with the engine's processor time."""

import queue, time

from audio import RATE
from live import LiveText
from options import Options

PIECE = RATE // 10
# The delay from the microphone to the engine.
TRANSPORT = 0.15
# The speedup of two cores over one thread.
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
    """Yields chunks of a tenth of a second, each after it was spoken."""

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
        clock.mark = time.process_time()  # excludes this script's own work

    options = Options({"op": "transcribe"})
    LiveText(model, options, emit).run(Microphone(samples, clock), lambda: False)
    return segments, [
        ("processor time of the engine", f"{clock.work:.1f} s, {clock.work / end:.2f} of a core"),
        ("largest delay of an update", f"{max(partials):.2f} s"),
    ]
