import Foundation
import Testing

/// Speech recognition as Home Assistant meets it: over a real connection.
struct WyomingTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// Runs a Python client with the port and an audio file against the server, ends the server, and
  /// expects both to succeed.
  private func run(_ client: String) throws -> (output: [String], text: String) {
    let program = try sandbox.client(client)
    let sound = try sandbox.file("talk.wav", Sound.tone(440, seconds: 2))
    let outcome = try sandbox.script(
      """
      coproc SERVER { exec "$@"; }
      pid=$SERVER_PID
      while read -r line <&"${SERVER[0]}"; do
        case $line in *tcp://*) break;; esac
      done
      port=${line##*:}
      '\(OfficialClient.python)' '\(program)' "${port%\\}*}" '\(sound)' || echo "client: $?"
      kill -TERM "$pid"
      wait "$pid"
      """, "serve", "--port", "0", "--wyoming", "tcp://127.0.0.1:0", "--json")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try sandbox.run("list", "--json").output == "", "nothing is kept")
    let text = try sandbox.run("transcribe", sound).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    try #require(!text.isEmpty)
    return (outcome.output.split(separator: "\n").map(String.init), text)
  }

  @Test("Speech is sent over a connection, and its text returns")
  func connection() throws {
    let (output, text) = try run(
      """
      import json, socket, sys, wave
      connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
      file = connection.makefile("rwb")
      def send(type, payload=b"", **data):
          line = {"type": type, "data": data, "payload_length": len(payload)}
          file.write(json.dumps(line).encode() + b"\\n" + payload)
          file.flush()
      def receive():
          line = json.loads(file.readline())
          return line["type"], json.loads(file.read(line.get("data_length", 0)) or "{}")
      send("describe")
      print(receive()[1]["asr"][0]["models"][0]["name"])
      with wave.open(sys.argv[2]) as sound:
          form = dict(rate=sound.getframerate(), width=2, channels=1)
          send("transcribe", language="en")
          send("audio-start", **form)
          while (frames := sound.readframes(1000)):
              send("audio-chunk", frames, **form)
          send("audio-stop")
      whole = ""
      while (event := receive())[0] != "transcript":
          whole += event[1].get("text", "")
      print(event[1]["text"])
      print(whole)
      print(receive()[0])
      send("audio-stop")
      print(receive()[0], file.read())
      """)
    #expect(output == ["fake", text, text, "transcript-stop", "error b''"])
  }

  @Test(
    "The official client understands it",
    .enabled(
      if: OfficialClient.isInstalled("wyoming.client"), "the Python package 'wyoming' is not there")
  )
  func officialClient() throws {
    let (output, text) = try run(
      """
      import asyncio, sys, wave
      from wyoming.asr import Transcribe, Transcript, TranscriptChunk, TranscriptStop
      from wyoming.audio import wav_to_chunks
      from wyoming.client import AsyncTcpClient
      from wyoming.info import Describe, Info
      from wyoming.ping import Ping, Pong
      async def main():
          async with AsyncTcpClient("127.0.0.1", int(sys.argv[1])) as client:
              await client.write_event(Ping("there?").event())
              print(Pong.from_event(await client.read_event()).text)
              await client.write_event(Describe().event())
              program = Info.from_event(await client.read_event()).asr[0]
              print(program.name, program.installed, program.supports_transcript_streaming)
              print(program.models[0].name, "en" in program.models[0].languages)
              await client.write_event(Transcribe(language="en").event())
              with wave.open(sys.argv[2]) as sound:
                  for event in wav_to_chunks(sound, 1024, start_event=True, stop_event=True):
                      await client.write_event(event.event())
              whole = ""
              while (event := await client.read_event()).type != "transcript-stop":
                  if TranscriptChunk.is_type(event.type):
                      whole += TranscriptChunk.from_event(event).text
                  if Transcript.is_type(event.type):
                      print(Transcript.from_event(event).text)
              print(whole, TranscriptStop.is_type(event.type))
      asyncio.run(main())
      """)
    #expect(output == ["there?", "speechmemo True True", "fake True", text, "\(text) True"])
  }
}
