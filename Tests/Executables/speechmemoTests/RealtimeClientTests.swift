import Foundation
import Testing

/// OpenAI's own client, unchanged, speaking over a real websocket.
@Suite(
  .enabled(
    if: OfficialClient.isInstalled("openai") && OfficialClient.isInstalled("websockets"),
    "the Python packages 'openai' and 'websockets' are not there"))
struct RealtimeClientTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private static let script = """
    import asyncio, base64, json, math, struct, sys
    from openai import AsyncOpenAI, OpenAI
    from websockets.exceptions import ConnectionClosed, InvalidStatus

    url, token = sys.argv[1:]
    client = OpenAI(base_url=url + "/v1", api_key=token, max_retries=0)

    def sound(rate, parts):
        samples = [int(level * math.sin(i / 20)) for level, seconds in parts
                   for i in range(int(rate * seconds))]
        return struct.pack(f"<{len(samples)}h", *samples)

    def append(connection, data):
        for start in range(0, len(data), 4_800):
            piece = base64.b64encode(data[start:start + 4_800]).decode()
            connection.input_audio_buffer.append(audio=piece)

    def until(connection, last):
        events = []
        for event in connection:
            events.append(event)
            if event.type == last:
                return events

    completed = "conversation.item.input_audio_transcription.completed"
    with client.realtime.connect(extra_query={"intent": "transcription"}) as connection:
        print(connection.recv().type)
        connection.session.update(session={
            "type": "transcription",
            "audio": {"input": {
                "format": {"type": "audio/pcm", "rate": 24000},
                "transcription": {"model": "gpt-4o-transcribe", "language": "en"},
                "turn_detection": None}},
            "include": ["item.input_audio_transcription.logprobs"]})
        session = connection.recv().session
        print(session.type, session.audio.input.format.rate, session.audio.input.turn_detection)
        append(connection, sound(24_000, [(8_000, 3)]))
        connection.input_audio_buffer.commit()
        events = until(connection, completed)
        print([event.type.split(".")[-1] for event in events if event.type[-5:] != "delta"])
        deltas = [event for event in events if event.type[-5:] == "delta"]
        print(len(deltas) > 0, "".join(event.delta for event in deltas) == events[-1].transcript)
        print(events[-1].transcript != "", events[-1].usage.seconds, len(events[-1].logprobs) > 0)
        print(len({event.item_id for event in deltas + [events[-1]]}))
        connection.input_audio_buffer.commit(event_id="mine")
        error = connection.recv().error
        print(error.code, error.event_id)
        connection.input_audio_buffer.clear()
        print(connection.recv().type)

    async def turns():
        client = AsyncOpenAI(base_url=url + "/v1", api_key=token, max_retries=0)
        async with client.realtime.connect(model="whisper-1") as connection:
            await connection.recv()
            data = sound(24_000, [(4, 1), (8_000, 1), (4, 1)])
            for start in range(0, len(data), 4_800):
                piece = base64.b64encode(data[start:start + 4_800]).decode()
                await connection.input_audio_buffer.append(audio=piece)
            types = []
            async for event in connection:
                types.append(event.type)
                if event.type == completed:
                    break
            print(types[:3])

    asyncio.run(turns())
    for key, origin in [("no", None), (token, "https://evil.example")]:
        try:
            with OpenAI(base_url=url + "/v1", api_key=key).realtime.connect(
                    extra_headers={"Origin": origin} if origin else {}) as connection:
                print("let in")
        except InvalidStatus as error:
            print(error.response.status_code)
    """

  @Test("Its sessions, turns, errors and refusals are as it reads them")
  func all() throws {
    let file = try sandbox.client(Self.script)
    let outcome = try sandbox.serve(
      """
      '\(OfficialClient.python)' '\(file)' "$url" "$token" 2>&1
      """, scopes: "transcribe")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "session.created", "transcription 24000 None",
        "['committed', 'added', 'done', 'completed']", "True True", "True 3.0 True", "1",
        "input_audio_buffer_commit_empty mine", "input_audio_buffer.cleared",
        """
        ['input_audio_buffer.speech_started', 'input_audio_buffer.speech_stopped', \
        'input_audio_buffer.committed']
        """,
        "401", "403",
      ], "\(outcome.output) \(outcome.error)")
    #expect(try sandbox.run("list").output.isEmpty, "nothing is kept")
  }

  @Test("A server that is ended ends its websockets, and does not wait for them")
  func stop() throws {
    let script = """
      import sys
      from openai import OpenAI
      from websockets.exceptions import ConnectionClosed

      url, token, ready = sys.argv[1:]
      with OpenAI(base_url=url + "/v1", api_key=token).realtime.connect() as connection:
          connection.recv()
          open(ready, "w").close()
          try:
              connection.recv()
          except ConnectionClosed as error:
              print(error.rcvd.code, error.rcvd.reason)
      """
    let file = try sandbox.client(script)
    let outcome = try sandbox.serve(
      """
      '\(OfficialClient.python)' '\(file)' "$url" "$token" '\(sandbox.path("ready"))' 2>&1 &
      client=$!
      until [ -e '\(sandbox.path("ready"))' ]; do sleep 0.1; kill -0 "$client" || exit 9; done
      kill -TERM "$pid"
      wait "$client"
      """, scopes: "transcribe")
    #expect(
      outcome.output == "1001 the server is shutting down\n", "\(outcome.output) \(outcome.error)")
  }
}
