"""Sound, as 16 kHz mono float32: from a file that is decoded here, or sent in pieces."""

import base64
import binascii
import os
import queue

import av
import numpy as np

from wire import Canceled, Failure

RATE = 16000
FORMATS = {"s16le": np.dtype("<i2"), "f32le": np.dtype("<f4")}


def decode(path, start=0.0):
    """Yields a file's samples from `start` seconds on. The first item is the file's length in
    seconds, or None where its header does not tell."""
    name = os.path.basename(path)
    try:
        container = av.open(path, mode="r", metadata_errors="ignore")
    except FileNotFoundError:
        raise Failure("audio-missing", f"'{name}' does not exist") from None
    except PermissionError:
        raise Failure("audio-forbidden", f"'{name}' may not be read") from None
    except (av.FFmpegError, OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Failure("audio-unreadable", f"'{name}' cannot be read as audio: {why}") from None
    with container:
        if not container.streams.audio:
            raise Failure("audio-unreadable", f"'{name}' has no sound in it")
        yield container.duration / 1e6 if container.duration else None
        skip = round(start * RATE)
        heard = False
        for samples in _samples(container):
            heard = True
            rest = samples[min(skip, len(samples)) :]
            skip -= len(samples) - len(rest)
            if len(rest):
                yield rest
        if not heard and container.duration:
            raise Failure("audio-unreadable", f"'{name}' has no sound that can be decoded")


def _samples(container):
    """The first sound track in pieces of some ten seconds. Damaged packets are left out."""
    fifo, resampler, shape = None, None, None
    for frame in _frames(container):
        if frame is not None:
            frame.pts = None  # a jump in the file's own times is no silence
        layout = frame and (frame.format.name, frame.layout.name, frame.sample_rate)
        if fifo is not None and (frame is None or layout != shape):
            yield from _convert(resampler, [fifo.read(), None])
            fifo = None
        if frame is None:
            return
        if fifo is None:
            fifo, shape = av.AudioFifo(), layout
            resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
        fifo.write(frame)
        if fifo.samples >= 10 * frame.sample_rate:
            yield from _convert(resampler, [fifo.read()])


def _frames(container):
    packets = container.demux(container.streams.audio[0])
    while True:
        try:
            packet = next(packets)
        except (StopIteration, av.FFmpegError):
            break  # a file cut short ends here as well
        try:
            yield from packet.decode()
        except av.FFmpegError:
            continue
    yield None


def _convert(resampler, frames):
    for frame in frames:
        for out in resampler.resample(frame):
            yield out.to_ndarray().reshape(-1).astype(np.float32) / 32768.0


class Stream:
    """Samples that arrive as messages. It says how many seconds it is ready to take, so that
    neither side has to hold a whole recording."""

    AHEAD = 60.0

    def __init__(self, format, want):
        if format not in FORMATS:
            raise Failure("bad-request", f"unknown format '{format}'; one of {', '.join(FORMATS)}")
        self._type = FORMATS[format]
        self._queue = queue.SimpleQueue()
        self._want, self._wanted, self._taken = want, 0.0, 0.0
        self.canceled = False

    def put(self, data):
        """Called by the thread that reads. None is the end."""
        if data is not None:
            try:
                data = base64.b64decode(data, validate=True)
                samples = np.frombuffer(data, dtype=self._type)
            except (binascii.Error, TypeError, ValueError):
                raise Failure("bad-request", "'data' is not base64 of whole samples") from None
            scale = 32768.0 if self._type.kind == "i" else 1.0
            data = samples.astype(np.float32) / scale
        self._queue.put(data)

    def cancel(self):
        self.canceled = True
        self._queue.put(None)

    def take(self, wait=True):
        """The next piece, or None at the end. Without `wait`, raises queue.Empty if none is here."""
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
    """Joins pieces into windows of at most `limit` seconds, cut where it is quietest in the last
    `search` seconds: (first sample's index, samples). Sound within the limit stays in one window,
    so that it is recognised as it would be without us."""
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
