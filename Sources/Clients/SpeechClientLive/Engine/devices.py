"""The device that models run on, and its precision."""

import ctypes
import glob
import os
import sys
from dataclasses import dataclass

from wire import Failure

CUBLAS = "libcublas.so.12"
# The first that the card supports is used.
PRECISIONS = ("int8_float16", "float16", "int8_float32", "float32")
# Chunks that a card transcribes at once.
CARD_WORKERS = 4


@dataclass
class Device:
    name: str
    precision: str
    reason: str | None = None  # why it was chosen

    def workers(self, threads):
        """The chunks that are transcribed at once, and the threads for each."""
        if self.name == "cuda":
            return CARD_WORKERS, 1
        # One chunk uses two threads; with more threads, more chunks are transcribed at once.
        workers = min(max(threads // 2, 2), 4) if threads > 1 else 1
        return workers, min(threads, max(2, threads // workers))


def choose(wanted, runtime=None, opens=None):
    """The device for `auto`, `cpu`, or `cuda`. `runtime` counts the cards and lists their
    precisions; `opens` returns whether a shared library can be loaded."""
    if wanted not in ("auto", "cpu", "cuda"):
        raise Failure("bad-request", f"unknown device '{wanted}'", "use auto, cpu, or cuda")
    if wanted == "cpu":
        return Device("cpu", "int8", "set to cpu")
    if runtime is None:
        import ctranslate2 as runtime
    precision, problem = card(runtime, opens or is_loadable)
    if precision is not None:
        return Device("cuda", precision, "set to cuda" if wanted == "cuda" else "a card was found")
    if wanted == "cuda":
        raise Failure(
            "device-missing", f"CUDA cannot be used: {problem}",
            "run 'speechmemo settings compute auto' to use the processor instead")
    return Device("cpu", "int8", problem)


def card(runtime, opens):
    """The precision to use on a card, or None and the reason why none can be used."""
    try:
        if not runtime.get_cuda_device_count():
            return None, "no NVIDIA card was found"
        supported = runtime.get_supported_compute_types("cuda")
    except (RuntimeError, ValueError) as error:  # no driver, or a runtime built without CUDA
        return None, str(error)
    if not opens(CUBLAS):
        return None, f"the library {CUBLAS} is missing"
    precision = next((kind for kind in PRECISIONS if kind in supported), None)
    return precision, None if precision else "the card supports no precision of the engine"


def is_loadable(library):
    """Loads a library of the system or of NVIDIA's Python packages."""
    for path in [library, *(
            found for folder in sys.path
            for found in glob.glob(os.path.join(folder, "nvidia", "*", "lib", library)))]:
        try:
            ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
            return True
        except OSError:
            pass
    return False
