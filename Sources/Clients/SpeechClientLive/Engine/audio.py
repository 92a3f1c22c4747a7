"""Audio that arrives in chunks, as 16 kHz mono float32."""

import queue

import numpy as np

from wire import Canceled, Failure

RATE = 16000
TYPE = np.dtype("<f4")


class Stream:
    """Samples that arrive as messages. Announces how many seconds it accepts, so that neither
    side has to hold a whole recording."""

    AHEAD = 60.0

    def __init__(self, want):
        self._queue = queue.SimpleQueue()
        self._want, self._wanted, self._taken = want, 0.0, 0.0
        self.canceled = False

    def put(self, data):
        """Called by the reading thread."""
        if len(data) % TYPE.itemsize:
            raise Failure("bad-request", "the audio is not a whole number of samples")
        self._queue.put(np.frombuffer(data, TYPE))

    def end(self):
        self._queue.put(None)

    def cancel(self):
        self.canceled = True
        self.end()

    def take(self, wait=True):
        """The next chunk, or None at the end. Without `wait`, raises queue.Empty if there is
        none yet."""
        if self._wanted - self._taken < self.AHEAD / 2:
            self._wanted = self._taken + self.AHEAD
            self._want(self._wanted)
        samples = self._queue.get(block=wait)
        if self.canceled:
            raise Canceled
        if samples is not None:
            self._taken += len(samples) / RATE
        return samples

    def __iter__(self):
        while (samples := self.take()) is not None:
            yield samples


def windows(pieces, limit, search=60.0):
    """Joins chunks into windows of at most `limit` seconds, cut at the quietest point of the
    last `search` seconds: (index of the first sample, samples). Shorter audio stays in one
    window, so that its text is the same as without windows."""
    limit, search = round(limit * RATE), round(min(search, limit / 2) * RATE)
    held, length, first = [], 0, 0
    for piece in pieces:
        held.append(piece)
        length += len(piece)
        while length > limit:
            whole = np.concatenate(held)
            cut = limit - search + quietest(whole[limit - search : limit])
            yield first, whole[:cut]
            held, length, first = [whole[cut:].copy()], length - cut, first + cut
            del whole
    yield first, np.concatenate(held) if held else np.zeros(0, np.float32)


def quietest(samples, step=320, span=25):
    """The middle of the quietest half second."""
    count = len(samples) // step
    if count <= span:
        return len(samples) // 2
    energy = (samples[: count * step].reshape(count, step) ** 2).mean(axis=1)
    total = np.convolve(energy, np.ones(span), mode="valid")
    return (int(total.argmin()) + span // 2) * step
