import Foundation
import SharedModels
import SpeechClient
import SpeechClientLive
import TestPrograms

/// An engine that plays a part: a small program that speaks the protocol, or breaks it.
final class FakeEngine: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "fake-engine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = folder.appending(path: "engine")
    try writeProgram(Self.program, to: program.path(percentEncoded: false))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func settings(_ part: String) -> EngineSettings {
    var environment = ProcessInfo.processInfo.environment
    environment["SPEECHMEMO_HELPER"] = folder.appending(path: "engine").path(percentEncoded: false)
    environment["FAKE_PART"] = part
    environment["FAKE_STATE"] = folder.appending(path: "starts").path(percentEncoded: false)
    // Tests of time limits set them: in all others a busy machine must not meet one.
    return EngineSettings(
      cancelGrace: .seconds(3600), environment: environment, silenceTimeout: .seconds(3600),
      startTimeout: .seconds(3600))
  }

  func client(_ part: String) -> SpeechClient {
    .live(settings(part))
  }

  /// The number of started processes.
  var startCount: Int {
    let text = try? String(contentsOf: folder.appending(path: "starts"), encoding: .utf8)
    return text?.count ?? 0
  }

  private static let program = #"""
    #!/usr/bin/env python3
    import array, json, os, signal, sys, time

    part = os.environ["FAKE_PART"]
    with open(os.environ["FAKE_STATE"], "a") as file:
        file.write("x")
    starts = os.path.getsize(os.environ["FAKE_STATE"])

    def say(event, **fields):
        print(json.dumps({"event": event, **fields}), flush=True)

    def hear():
        line = sys.stdin.buffer.readline()
        if not line:
            sys.exit(0)
        message = json.loads(line)
        if message["op"] == "audio":
            message["sound"] = sys.stdin.buffer.read(message["bytes"])
        return message

    def die():
        os.kill(os.getpid(), signal.SIGKILL)

    def segment(id, text, at):
        words = [
            {"text": word, "start": at + i, "end": at + i + 0.5, "probability": 0.9}
            for i, word in enumerate(text.split())
        ]
        say("segment", id=id, text=text, start=at, end=at + len(words) - 0.5, words=words)

    if part == "dies at start":
        print("Traceback: something\nModuleNotFoundError: no engine here", file=sys.stderr)
        sys.exit(3)
    if part == "is killed at start" and starts == 1:
        die()
    if part == "mute":
        while True:
            hear()
    if part == "says why":
        say("error", code="engine-broken", message="its parts do not fit", hint="make it again")
        sys.exit(3)
    if part == "greets wrongly":
        say("hello")
    version = 1 if part == "version 1" else 2
    takes_known = part == "dies in live text, takes known words"
    if takes_known:
        part = "dies in live text"
    on_card = part == "remembers on a card"
    if on_card:
        part = "remembers"
    form = {"checkpoints": "1"} if part in ("remembers", "remembers and dies") else {}
    if takes_known:
        form["known"] = True
    if on_card:
        form["device"] = {
            "name": "cuda", "precision": "int8_float16", "reason": "a card was found"}
    if "speakers" in part:
        form["speakers"] = {"model": "voices", "same": 0.5, "weights": []}
    models = [{"name": "tiny", "folder": "/weights"}]
    if os.environ.get("FAKE_DEFAULT"):
        models.insert(0, {"name": os.environ["FAKE_DEFAULT"], "folder": "/other"})
    say("ready", protocol=version, engine="fake", version="1.5", models=models, **form)

    def known(request):
        # Adding a model makes it the default of the next process.
        new = request.get("model") if request["op"] == "add" else None
        return ([{"name": new, "folder": "/new"}] if new else []) + models

    waited = []

    def transcribe(request):
        id, start = request["id"], request.get("start", 0)
        if part == "garbage":
            print("this is no JSON", flush=True)
        if part == "half an event":
            say("segment", id=id, text="when?")
        if part == "half a line":
            print('{"event":"segm', end="", flush=True)
            sys.exit(0)
        if part == "huge line":
            print("x" * (5 << 20), flush=True)
        if part == "hangs":
            time.sleep(1000)
        if part == "takes sound and hangs":
            say("want", id=id, seconds=100)
            time.sleep(1000)
        if part == "has a helper":
            helper = os.fork()
            if helper == 0:
                for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
                    signal.signal(number, signal.SIG_IGN)
                while True:
                    time.sleep(1000)
            segment(id, str(helper), 0)
            return say("done", id=id)
        if part == "unreadable audio":
            return say("error", id=id, code="audio-unreadable", message="not audio", hint="try wav")
        if part == "broken weights":
            return say("error", id=id, code="weights-broken", message="cut short")
        say("started", id=id, model="tiny")
        say("language", id=id, language="en", probability=0.75)
        if part == "repeats itself":
            while True:
                say("progress", id=id, done=1, total=4)
                for event in ("loading", "anything"):
                    say(event, id=id)
                say("want", id=id, seconds=0)
                time.sleep(0.001)
        if part == "never ends":
            while True:
                segment(id, "blah", 0)
        if part == "hears faint speech":
            return say("done", id=id, seconds=4, faint=True)
        if part == "hears another language":
            return say("done", id=id, seconds=4, foreign=True)
        if part == "wild":
            say("language", id=id, language="e\u001b[31mn")
            words = [{"text": "\u202eone\u001b[2J", "start": -1, "end": 1e6},
                     {"text": "two\n", "start": 3e6, "end": 2e6}]
            say("segment", id=id, text="\u202eone\u001b[2J\ntwo", start=-5, end=1e9, words=words)
            return say("done", id=id, seconds=4, language="\u202een")
        if part == "goes back in time":
            words = [{"text": "b", "start": 5, "end": 4}, {"text": "a", "start": 1, "end": 2}]
            say("segment", id=id, text="b a", start=5, end=2, words=words)
        elif part == "waits":
            while hear().get("op") != "cancel":
                pass
            return say("canceled", id=id)
        elif part == "tells request":
            segment(id, json.dumps(request, sort_keys=True), 0)
        elif part == "tells device":
            segment(id, os.environ["SPEECHMEMO_COMPUTE"], 0)
        elif part == "tells process":
            segment(id, str(os.getpid()), 0)
        elif part in ("remembers", "remembers and dies"):
            count(request)
        elif part in ("dies in a stream", "dies in live text", "dies in silence", "stream",
                      "never settles"):
            stream(request)
        else:
            if start < 1:
                segment(id, "one two", 0)
                say("progress", id=id, done=2, total=4)
                if part == "never lets go" and starts == 1:
                    time.sleep(1000)
                if part == "waits once" and starts == 1 and not waited:
                    waited.append(id)
                    while hear().get("op") != "cancel":
                        pass
                    return say("canceled", id=id)
                if part in ("dies in the middle", "dies always") and (starts == 1 or "always" in part):
                    die()
            segment(id, "three four", 2)
            say("progress", id=id, done=4, total=4)
            if part == "dies at the end" and starts == 1 or part == "dies always":
                die()
        say("done", id=id, seconds=4, language="en", wall=0.5, cpu=0.25, peak_memory=1000, repairs=2)

    def tell_apart(request):
        # Each word is said by another one than the word before it.
        id, words = request["id"], request["words"]
        say("want", id=id, seconds=100)
        while hear()["op"] != "end":
            if part == "dies in speakers" and starts == 1:
                die()
        count = 40 if part == "speakers without end" else request.get("count", 2)
        turns = [{"start": 0.1, "end": 0.4, "speaker": 0}, {"start": 0.3, "end": 0.9, "speaker": 1}]
        if part == "speakers without turns":
            turns[1]["speaker"] = 2
        say("speakers", id=id, model="voices", same=0.5, turns=turns[:count],
            speakers=[{"seconds": 1, "embedding": [float(i), 1.0]} for i in range(count)],
            words=[i % count if start < end else None for i, (start, end) in enumerate(words)])
        say("done", id=id, seconds=1)

    def count(request):
        # Three steps of two segments; which it says next, only its state tells.
        id, step = request["id"], int(request.get("resume", 0))
        if request["start"] != step or "resume" in request and "prompt" in request:
            return say("error", id=id, code="bad-request", message=json.dumps(request))
        for number in range(2 * step, 6):
            if number % 2 == 0:
                say("checkpoint", id=id, start=number // 2, state=str(number // 2))
            segment(id, f"number {number}", 2 * number)
            if part == "remembers and dies" and starts < 3 and number == starts:
                die()
        say("checkpoint", id=id, start=3, state="3")

    def stream(request):
        id, wanted, count, largest, smallest = request["id"], 0, 0, -2.0, 2.0
        message = {}
        live = request.get("live", False)
        while message.get("op") != "end":
            if not live and count >= wanted * 16000:
                wanted += 1
                say("want", id=id, seconds=wanted)
            elif live and wanted == 0:
                wanted = 1e9
                say("want", id=id, seconds=wanted)
            message = hear()
            if message["op"] == "cancel":
                return say("canceled", id=id)
            if message["op"] == "audio":
                values = array.array("f", message["sound"])
                count += len(values)
                if part == "dies in silence":
                    heard = request["start"] + count / 16000
                    say("partial", id=id, text="", words=[], settled=0, done=heard)
                    if starts < 6 and count >= 100 * 16000:
                        die()
                    continue
                largest, smallest = max(largest, *values), min(smallest, *values)
                if count > wanted * 16000:
                    return say("error", id=id, code="internal", message="more than was wanted")
                known, start = request.get("known"), request.get("start", 0)
                at = known[-1]["end"] if known else start
                if live and (not known or start + count / 16000 >= at + 0.25):
                    words = [{"text": w, "start": at, "end": at + 0.25} for w in ("so", "far")]
                    say("partial", id=id, text="so far", words=words,
                        settled=0 if part == "never settles" else 1)
                    if part == "never settles" or part == "dies in live text" and starts < 6:
                        die()
                if part == "dies in a stream":
                    die()
        if part == "dies in silence":
            return segment(id, f"{count} {request['language']}", request["start"])
        segment(id, f"{count} {largest} {smallest}", request["start"] if live else 0)

    while True:
        request = hear()
        if request["op"] in ("load", "add", "remove"):
            say("error", id=request["id"], code="weights-broken", message="cut short") \
                if part == "broken weights" or request.get("model") == "nowhere" else say("done", id=request["id"], models=known(request), others=[
                    {"name": "small", "folder": "/cache/small"}, {"name": "large", "folder": None}])
        if request["op"] == "speakers":
            tell_apart(request)
        if request["op"] == "transcribe":
            transcribe(request)

    """#
}

extension SpeechClient {
  /// All events for a file, and the error.
  func events(
    _ audio: SpeechAudio = .second, duration: Duration? = nil
  ) async -> (events: [TranscriptionEvent], failure: (any Error)?) {
    var events: [TranscriptionEvent] = []
    do {
      for try await event in transcribe(TranscriptionRequest(audio: audio, duration: duration)) {
        events.append(event)
      }
      return (events, nil)
    } catch {
      return (events, error)
    }
  }
}

extension SpeechAudio {
  /// A second of silence that can be read again.
  static let second = SpeechAudio.recording { _ in
    AsyncThrowingStream { continuation in
      continuation.yield([Float](repeating: 0, count: sampleRate))
      continuation.finish()
    }
  }
}

extension [TranscriptionEvent] {
  var text: String {
    flatMap(\.segments).map(\.text).joined(separator: " ")
  }

  /// The details at the end.
  var details: TranscriptionDetails? {
    if case .finished(let summary)? = last { summary.details } else { nil }
  }

  var isFinished: Bool {
    if case .finished? = last { true } else { false }
  }
}
