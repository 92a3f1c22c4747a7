"""Voice embeddings, independent of the words."""

import numpy as np

from audio import RATE

HOP = 160  # samples from one frame to the next


def frames_of(samples, size):
    return np.lib.stride_tricks.sliding_window_view(samples, size)[::HOP]


class CamPlus:
    """CAM++, with Kaldi's log-mel frames, mean-normalized."""

    SIZE, BANDS, CENTRE = 400, 80, 200

    def __init__(self, session):
        self.session = session
        self.window = np.hanning(self.SIZE).astype(np.float32) ** np.float32(0.85)
        self.filters = kaldi_filters(self.BANDS)

    def frames(self, samples):
        parts = frames_of(samples, self.SIZE)
        parts = parts - parts.mean(axis=1, keepdims=True)
        before = np.concatenate([parts[:, :1], parts[:, :-1]], axis=1)
        power = np.abs(np.fft.rfft((parts - np.float32(0.97) * before) * self.window, 512)) ** 2
        mel = power[:, :256].astype(np.float32) @ self.filters
        return np.log(np.maximum(mel, np.finfo(np.float32).eps))

    def vector(self, frames):
        frames = frames - frames.mean(axis=0)
        return self.session.run(None, {"frames": frames[None].astype(np.float32)})[0][0]


class Resemblyzer:
    """Resemblyzer's LSTM, over overlapping spans of 1.6 seconds of mel frames."""

    SIZE, BANDS, CENTRE, LENGTH = 400, 40, 0, 160

    def __init__(self, session):
        from faster_whisper.feature_extractor import FeatureExtractor

        self.session = session
        self.window = np.hanning(self.SIZE + 1)[:-1].astype(np.float32)
        filters = FeatureExtractor.get_mel_filters(RATE, self.SIZE, n_mels=self.BANDS)
        self.filters = filters.T.astype(np.float32)

    def frames(self, samples):
        samples = np.pad(samples, self.SIZE // 2)
        power = np.abs(np.fft.rfft(frames_of(samples, self.SIZE) * self.window)) ** 2
        return power.astype(np.float32) @ self.filters

    def vector(self, frames):
        # Trained on speech of at least this loudness.
        loudness = frames.mean()
        frames = frames * np.float32(max(1.0, self.LOUDNESS / loudness)) if loudness else frames
        count = max(1, (len(frames) - self.LENGTH // 2) // (self.LENGTH // 2))
        padded = np.pad(frames, ((0, max(0, self.LENGTH - len(frames))), (0, 0)))
        parts = [padded[i * 80 : i * 80 + self.LENGTH] for i in range(count)]
        vectors = self.session.run(None, {"frames": np.stack(parts, axis=1)})[0]
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).mean(axis=0)

    # The mean over the bands at -30 dB below full scale.
    LOUDNESS = 0.0094


def kaldi_filters(bands, size=512, low=20.0):
    """Triangular filters of equal width in mel, each up to the center of the next."""

    def mel(hertz):
        return 1127.0 * np.log(1.0 + np.asarray(hertz) / 700.0)

    edges = np.linspace(mel(low), mel(RATE / 2), bands + 2)
    bins = mel(np.arange(size // 2) * RATE / size)[:, None]
    rising = (bins - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - bins) / (edges[2:] - edges[1:-1])
    return np.maximum(0.0, np.minimum(rising, falling)).astype(np.float32)
