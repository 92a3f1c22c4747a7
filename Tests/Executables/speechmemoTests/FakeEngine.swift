/// A speech engine that plays the part in `FAKE_PART`: it implements the protocol of
/// SpeechClientLive/Documentation.docc/SpeechEngineProtocol.md, or violates it. It returns two
/// words for each half of a recording that is not silent, with a different speaker for each half,
/// and writes a line to `FAKE_SIGNPOST` where a part waits.
let fakeEngine = #"""
  #!/usr/bin/env python3
  import array, json, os, signal, sys

  part = os.environ.get("FAKE_PART", "")

  def say(event, **fields):
      print(json.dumps({"event": event, **fields}), flush=True)

  def hear():
      line = sys.stdin.buffer.readline()
      if not line:
          sys.exit(0)
      return line

  def first_time(name):
      "Whether no process has come here before."
      try:
          os.close(os.open(os.environ["FAKE_STATE"] + name, os.O_CREAT | os.O_EXCL))
          return True
      except FileExistsError:
          return False

  def wait():
      with open(os.environ["FAKE_SIGNPOST"], "w") as post:
          post.write("here\n")
      while True:
          hear()

  def die():
      os.kill(os.getpid(), signal.SIGKILL)

  def note(name, line):
      with open(os.environ["FAKE_STATE"] + name, "a") as file:
          file.write(line + "\n")

  note("starts", part)
  signal.signal(signal.SIGINT, signal.SIG_IGN)
  if part == "dies at start":
      print("Traceback: something\nModuleNotFoundError: no engine here", file=sys.stderr)
      sys.exit(3)
  if part == "waits at start":
      wait()
  say("ready", protocol=2, engine="fake", version="1", models=[{"name": "fake", "folder": "/"}],
      speakers={"model": "voices", "same": 0.5, "weights": []})

  def weights_fail(id):
      if part not in ("weights-missing", "weights-broken"):
          return False
      say("error", id=id, code=part, message="the weights are not whole",
          hint="run 'make bootstrap'")
      return True

  def transcribe(id, request):
      start, seconds = request.get("start") or 0, request.get("seconds") or 0
      if weights_fail(id):
          return
      say("started", id=id, model="fake")
      if part == "waits":
          wait()
      if part == "always dies at work":
          die()
      say("want", id=id, seconds=1e9)
      loudest = 0
      while True:
          message = json.loads(hear())
          if message["op"] != "audio":
              break
          sound = sys.stdin.buffer.read(message["bytes"])
          if seconds > 600:
              loudest = 1  # a long recording is not looked at
          else:
              loudest = max(loudest, *map(abs, array.array("f", sound)))
      halves = [("one two", 0), ("three four", seconds / 2)] if loudest > 0.003 else []
      for text, at in halves:
          if at + 0.001 < start:
              continue
          step = seconds / 4
          words = [{"text": word, "start": at + i * step, "end": at + (i + 1) * step,
                    "probability": 0.9} for i, word in enumerate(text.split())]
          say("segment", id=id, text=text, start=at, end=at + 2 * step, words=words)
          say("progress", id=id, done=at + 2 * step, total=seconds)
          if text == "one two":
              if part == "waits in the middle":
                  wait()
              if part == "dies in the middle" and first_time("middle"):
                  die()
      if part == "dies at the end" and first_time("end"):
          die()
      if part == "always dies at the end":
          die()
      say("done", id=id, seconds=seconds, language="en", wall=0.1, cpu=0.1, peak_memory=1000)

  def tell_apart(id, request):
      say("want", id=id, seconds=1e9)
      while (message := json.loads(hear()))["op"] == "audio":
          sys.stdin.buffer.read(message["bytes"])
      words = request.get("words") or []
      say("speakers", id=id, model="voices", same=0.5, turns=[],
          speakers=[{"seconds": 1, "embedding": each} for each in ([1, 0], [0, 1])],
          words=[i // 2 % 2 for i, _ in enumerate(words)])
      say("done", id=id, seconds=request.get("seconds") or 0)

  while True:
      request = json.loads(hear())
      if request["op"] == "load":
          if not weights_fail(request["id"]):
              say("done", id=request["id"])
              note("loaded", part)
      elif request["op"] == "transcribe":
          transcribe(request["id"], request)
      elif request["op"] == "speakers":
          tell_apart(request["id"], request)

  """#
