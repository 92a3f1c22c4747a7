import Foundation
import Testing

/// OpenAI's own client, unchanged, over a real connection.
@Suite(
  .enabled(if: OfficialClient.isInstalled("openai"), "the Python package 'openai' is not there"))
struct OpenAIClientTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private static let script = """
    import json, sys
    from openai import OpenAI, AuthenticationError

    url, token, sound = sys.argv[1:]
    client = OpenAI(base_url=url + "/v1", api_key=token, max_retries=0)
    def make(**more):
        with open(sound, "rb") as file:
            return client.audio.transcriptions.create(model="whisper-1", file=file, **more)

    said = make().text
    print(json.dumps({
        "models": [model.id for model in client.models.list()],
        "text": make(response_format="text").strip() == said,
        "srt": make(response_format="srt").startswith("1\\n"),
        "vtt": make(response_format="vtt").startswith("WEBVTT"),
        "logprobs": len(make(include=["logprobs"]).logprobs),
    }))
    verbose = make(response_format="verbose_json", timestamp_granularities=["word", "segment"])
    print(json.dumps([len(verbose.segments), len(verbose.words), verbose.text == said]))
    with open(sound, "rb") as file:
        events = list(client.audio.transcriptions.create(
            model="gpt-4o-transcribe", file=file, stream=True))
    print(json.dumps([event.type for event in events]))
    print("".join(event.delta for event in events[:-1]) == said == events[-1].text)
    diarized = make(response_format="diarized_json", chunking_strategy="auto")
    print(json.dumps([
        [segment.speaker for segment in diarized.segments],
        " ".join(segment.text for segment in diarized.segments) == said == diarized.text]))
    try:
        OpenAI(base_url=url + "/v1", api_key="no", max_retries=0).models.list()
    except AuthenticationError:
        print("no")
    """

  @Test("Every format, the stream, the models and the errors are as it reads them")
  func all() throws {
    let sound = try sandbox.file("talk.wav", Sound.tone(440, seconds: 3))
    let file = try sandbox.client(Self.script)
    let outcome = try sandbox.serve(
      """
      '\(OfficialClient.python)' '\(file)' "$url" "$token" '\(sound)' 2>&1
      """, scopes: "transcribe")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 6, "\(outcome.output) \(outcome.error)")
    #expect(lines[0].contains(#""text": true, "srt": true, "vtt": true"#), "\(lines[0])")
    #expect(lines[1].hasSuffix("true]"), "\(lines[1])")
    #expect(lines[2].hasPrefix(#"["transcript.text.delta""#))
    #expect(lines[2].hasSuffix(#""transcript.text.done"]"#))
    #expect(lines[3...] == ["True", lines[4], "no"])
    #expect(lines[4] == #"[["A", "B"], true]"#, "\(lines[4])")
    #expect(try sandbox.run("list").output.isEmpty, "nothing is kept")
  }
}
