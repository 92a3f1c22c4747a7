import Testing
import WyomingProtocol

struct WyomingMessagesTests {
  private let format: [String: WyomingValue] = ["rate": 48_000, "width": 3, "channels": 2]

  @Test("Requests are parsed, and unknown ones ignored")
  func requests() throws {
    let sound = try #require(WyomingAudioFormat(rate: 48_000, width: 3, channels: 2))
    let expected: [(WyomingEvent, WyomingRequest?)] = [
      (WyomingEvent("describe"), .describe),
      (WyomingEvent("ping", ["text": "x"]), .ping(text: "x")),
      (WyomingEvent("ping", ["text": .null]), .ping(text: nil)),
      (WyomingEvent("transcribe"), .transcribe(.init())),
      (WyomingEvent("transcribe", ["name": "", "language": .null]), .transcribe(.init())),
      (
        WyomingEvent(
          "transcribe",
          [
            "name": "tiny.en", "language": "en", "context": .object([:]),
            "transcript_names": .array(["Zoë", ""]), "transcript_terms": .array(["lamp", 3]),
          ]),
        .transcribe(.init(model: "tiny.en", language: "en", vocabulary: ["Zoë", "lamp"]))
      ),
      (WyomingEvent("audio-start", format), .audioStart(sound)),
      (WyomingEvent("audio-chunk", format, payload: [1, 2]), .audioChunk(sound, [1, 2])),
      (WyomingEvent("audio-stop", ["timestamp": .null]), .audioStop),
      (WyomingEvent("select-program", ["name": "x"]), nil),
    ]
    for (event, request) in expected { #expect(try WyomingRequest(event) == request) }
  }

  @Test("Audio with a missing or invalid format is refused")
  func formats() {
    for (name, values): (String, [WyomingValue?]) in [
      ("rate", [nil, 0, -1, 1_000_000, .number(0.5), .number(1e300), "48000"]),
      ("width", [nil, 0, 1, 5]), ("channels", [nil, 0, 9, .null]),
    ] {
      for value in values {
        var event = WyomingEvent("audio-start", format)
        event.data[name] = value
        #expect(throws: WyomingError.self) { try WyomingRequest(event) }
      }
    }
  }

  @Test("Responses have the fields that clients read")
  func replies() {
    #expect(WyomingEvent.pong(text: nil) == WyomingEvent("pong"))
    #expect(WyomingEvent.pong(text: "x") == WyomingEvent("pong", ["text": "x"]))
    #expect(WyomingEvent.error("x") == WyomingEvent("error", ["text": "x"]))
    #expect(
      WyomingEvent.transcript("Hello", language: "en")
        == WyomingEvent("transcript", ["text": "Hello", "language": "en"]))
    #expect(WyomingEvent.transcript("", language: nil) == WyomingEvent("transcript", ["text": ""]))
    #expect(WyomingEvent.transcriptStart(language: nil) == WyomingEvent("transcript-start"))
    #expect(WyomingEvent.transcriptChunk("x") == WyomingEvent("transcript-chunk", ["text": "x"]))
    let program = WyomingProgram(
      name: "p", description: "d", version: "1",
      models: [.init(name: "m", maker: "w", version: nil, languages: ["en"])])
    #expect(
      WyomingEvent.info(program)
        == WyomingEvent(
          "info",
          [
            "asr": .array([
              .object([
                "attribution": .object(["name": "p", "url": ""]), "description": "d",
                "installed": true, "name": "p", "requires_external_vad": true,
                "supports_transcript_streaming": true, "version": "1",
                "models": .array([
                  .object([
                    "attribution": .object(["name": "w", "url": ""]), "description": "m",
                    "installed": true, "languages": .array(["en"]), "name": "m", "version": .null,
                  ])
                ]),
              ])
            ])
          ]))
  }
}
