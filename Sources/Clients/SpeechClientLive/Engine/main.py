"""The speech engine's process: requests and sound on stdin, events on stdout, its log on stderr.

It ends when its stdin is closed, which is also how it notices that its parent has died.
"""

import contextlib
import ctypes
import os
import queue
import resource
import signal
import sys
import threading
import time
import traceback

from wire import PROTOCOL, REPAIR, Canceled, Failure, Wire, field, read_message


def thread_count():
    threads = os.environ.get("SPEECHMEMO_THREADS", "")
    return int(threads) if threads.isdecimal() and int(threads) else os.cpu_count() or 1


def allocator(function, *arguments):
    """Calls a function of glibc's allocator, if there is one."""
    with contextlib.suppress(AttributeError, OSError):
        getattr(ctypes.CDLL(None), function)(*arguments)


class Request:
    def __init__(self, message, options, audio):
        self.id, self.operation = message["id"], message["op"]
        self.live = field(message, "live", bool, False)
        self.options, self.audio = options, audio
        self.is_canceled = threading.Event()
        self.failure = None

    def cancel(self):
        self.is_canceled.set()
        if self.audio is not None:
            self.audio.cancel()


class Session:
    LONG = 60.0

    def __init__(self, wire, limit, device, default):
        self.wire, self.limit, self.device, self.default = wire, limit, device, default
        self.requests, self.queue = {}, queue.SimpleQueue()
        self.loaded, self.threads, self.speakers = (None, None), 0, None

    # The reading thread

    def read(self, source):
        while True:
            try:
                message = read_message(source)
            except Failure as failure:
                self.wire.fail(failure)
                continue
            if message is None:
                return
            self.receive(*message)

    def receive(self, message, sound):
        try:
            self.handle(message, sound)
        except Failure as failure:
            id = message.get("id")
            request = self.requests.get(id) if isinstance(id, str) else None
            if request is not None:
                request.failure = failure  # reported when the request ends
                request.cancel()
            else:
                self.wire.fail(failure, id if isinstance(id, str) else None)

    def handle(self, message, sound):
        operation, id = message.get("op"), field(message, "id", str)
        if operation == "shutdown":
            os._exit(0)
        if id is None:
            raise Failure("bad-request", f"'{operation}' needs an 'id'")
        request = self.requests.get(id)
        if operation in ("load", "add", "remove", "transcribe", "speakers"):
            if request is not None:
                raise Failure("bad-request", f"the id '{id}' is already in use")
            self.requests[id] = request = self.request(message)
            self.queue.put(request)
        elif operation in ("audio", "end", "cancel"):
            # A request may have just ended, so messages about it are not an error.
            if request is None or request.is_canceled.is_set():
                return
            if operation == "cancel":
                request.cancel()
            elif request.audio is None:
                raise Failure("bad-request", f"the request '{id}' does not take audio")
            elif operation == "audio":
                request.audio.put(sound)
            else:
                request.audio.end()
        else:
            raise Failure("bad-request", f"unknown operation '{operation}'")

    def request(self, message):
        import speakers
        from audio import Stream
        from options import Options

        audio, id, operation = None, message["id"], message["op"]
        if operation in ("transcribe", "speakers"):
            audio = Stream(lambda seconds: self.wire.emit("want", id=id, seconds=seconds))
        kind = speakers.Options if operation == "speakers" else Options
        return Request(message, kind(message), audio)

    # The working thread

    def work(self):
        while True:
            request = self.queue.get()
            id = request.id
            try:
                if request.is_canceled.is_set():
                    raise Canceled
                outcome = self.perform(request)
                last = ("done", outcome)
            except Canceled:
                failure = request.failure
                last = ("error", vars(failure)) if failure else ("canceled", {})
            except Failure as failure:
                last = ("error", vars(failure))
            except MemoryError:
                last = ("error", {
                    "code": "out-of-memory", "message": "the engine ran out of memory",
                    "hint": "use a smaller model, or close other programs",
                })
            except Exception as error:
                traceback.print_exc()
                last = ("error", {
                    "code": "internal", "message": f"{type(error).__name__}: {error}",
                })
            self.requests.pop(id, None)
            self.wire.emit(last[0], id=id, **last[1])
            # An idle engine holds no more than its models.
            allocator("malloc_trim", 0)

    def perform(self, request):
        began, cpu = time.monotonic(), time.process_time()

        def emit(event, **fields):
            self.wire.emit(event, id=request.id, **fields)

        if request.operation == "speakers":
            outcome = self.tell_speakers(request, emit)
        elif request.operation == "remove":
            outcome = self.remove(request.options.model)
        else:
            outcome = self.recognize(request, emit)
        return dict(
            outcome, wall=round(time.monotonic() - began, 3),
            cpu=round(time.process_time() - cpu, 3),
            peak_memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        )

    def tell_speakers(self, request, emit):
        import speakers

        if self.speakers is None:
            self.speakers = speakers.Model(self.limit)
        emit("started", model=self.speakers.name)
        return speakers.find(
            self.speakers, request.options, request.audio, emit, request.is_canceled.is_set)

    def recognize(self, request, emit):
        from live import LiveText
        from recognizer import transcribe

        def sign():
            emit("loading")

        name, model = self.model(request.options, sign)
        if request.operation == "add":
            self.add(request.options.model, name, model, sign)

        emit("started", model=name)
        outcome = {}
        if request.operation in ("load", "add"):
            import catalog

            outcome = catalog.all_models()
        elif request.operation == "transcribe":
            audio, options = request.audio, request.options
            canceled = request.is_canceled.is_set
            if request.live:
                outcome = LiveText(model, options, emit).run(audio, canceled)
            else:
                outcome = transcribe(model, options, audio, emit, canceled)
        return outcome

    def add(self, wanted, name, model, sign):
        """Keeps a model that was loaded from a folder under the folder's name."""
        import added
        import models

        if wanted is None or wanted == name:
            return
        if name in models.known():
            raise Failure(
                "bad-request", f"'{name}' is the name of another model",
                "rename the folder: a model is named after its folder")
        languages = None if model.model.is_multilingual else ["en"]
        added.add_folder(
            self.loaded[0], name, sign, languages=languages or model.supported_languages)

    def remove(self, wanted):
        import catalog

        if wanted is None:
            raise Failure("bad-request", "'remove' needs a 'model'")
        catalog.remove(wanted)
        self.loaded = (None, None)
        return catalog.all_models()

    def model(self, options, sign):
        import models

        # The default stays the one of the greeting, unless it was removed.
        if options.model is None and self.default and os.path.isdir(self.default[1]):
            name, folder = self.default
        else:
            name, folder = models.resolve(options.model, sign)
        threads = min(options.threads or self.limit, self.limit)
        # Reloading with more threads only pays off for long requests, and with fewer never.
        is_slow = threads > self.threads and (options.seconds or 0.0) >= self.LONG
        if self.loaded[0] != folder or is_slow:
            self.loaded = (None, None)  # two models may not fit in memory
            self.loaded = (folder, models.load(name, folder, self.device, threads))
            self.threads = threads
        model = self.loaded[1]
        model.workers = self.device.workers(min(threads, self.threads))[0]
        return name, model


# The parameter for the number of arenas. With one for each thread, 15 minutes took 40 MB more.
M_ARENA_MAX, ARENAS = -8, 2


def main():
    limit = thread_count()
    allocator("mallopt", M_ARENA_MAX, ARENAS)
    # Ctrl-C in a terminal reaches the whole process group. The parent decides whether to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wire = Wire()
    os.environ.setdefault("OMP_NUM_THREADS", str(limit))
    # NumPy's products are small: with a thread for each of 16 cores, a transcription took 1.7 times
    # as long and twice the processor time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    # onnxruntime reports its use to Microsoft by default.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import faster_whisper

        import catalog
        import devices
        import models
        import place
        import speakers
    except Exception as error:
        wire.fail(Failure(
            "engine-broken", f"faster-whisper cannot be loaded: {error}", REPAIR))
        sys.exit(3)
    try:
        device = devices.choose(os.environ.get("SPEECHMEMO_COMPUTE") or "auto")
    except Failure as failure:
        wire.fail(failure)
        sys.exit(3)
    default = models.default()
    wire.emit(
        "ready", protocol=PROTOCOL, engine="faster-whisper", version=faster_whisper.__version__,
        models=catalog.installed(default),
        speakers=speakers.installed(), checkpoints=place.FORM, known=True, pid=os.getpid(),
        device=vars(device))
    session = Session(wire, limit, device, default)
    threading.Thread(target=session.work, daemon=True).start()
    session.read(sys.stdin.buffer)
    os._exit(0)


if __name__ == "__main__":
    main()
