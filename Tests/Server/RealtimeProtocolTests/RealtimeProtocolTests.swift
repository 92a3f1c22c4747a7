import Foundation
import RealtimeProtocol
import SharedModels
import Testing

struct RealtimeProtocolTests {
  private func session(
    after updates: String..., old: Bool = false
  ) throws -> RealtimeSession {
    var session = RealtimeSession()
    for update in updates {
      let type = old ? "transcription_session.update" : "session.update"
      let event = try RealtimeClientEvent(#"{"type":"\#(type)","session":\#(update)}"#)
      guard case .update(let update) = event
      else { throw RealtimeProblem("test", "no update") }
      #expect(update.isOld == old)
      update.apply(to: &session)
    }
    return session
  }

  @Test("Events of OpenAI's clients are parsed")
  func events() throws {
    #expect(
      try RealtimeClientEvent(#"{"type":"input_audio_buffer.append","audio":"AQID"}"#)
        == .append([1, 2, 3]))
    #expect(try RealtimeClientEvent(#"{"type":"input_audio_buffer.commit"}"#) == .commit)
    #expect(
      try RealtimeClientEvent(#"{"event_id":"e","type":"input_audio_buffer.clear"}"#) == .clear)
    #expect(RealtimeClientEvent.id(of: #"{"event_id":"e","type":"x"}"#) == "e")
    #expect(RealtimeClientEvent.id(of: #"{"type":"x"}"#) == nil)
    #expect(RealtimeClientEvent.id(of: "x") == nil)
  }

  @Test("Missing fields stay, null resets, and the rest is applied")
  func updates() throws {
    let all = """
      {"type":"transcription","audio":{"input":{"format":{"type":"audio/pcmu"},
      "noise_reduction":{"type":"near_field"},
      "transcription":{"model":"whisper-1","language":"de","prompt":"Anna","keywords":["Oslo"]},
      "turn_detection":{"type":"server_vad","threshold":0.25,"prefix_padding_ms":100,
      "silence_duration_ms":200,"create_response":true}}},
      "include":["item.input_audio_transcription.logprobs"]}
      """
    var expected = RealtimeSession()
    expected.format = .pcmu
    expected.hasLogProbabilities = true
    expected.transcription?.model = "whisper-1"
    expected.transcription?.language = "de"
    expected.transcription?.prompt = "Anna"
    expected.transcription?.keywords = ["Oslo"]
    expected.turns?.threshold = 0.25
    expected.turns?.prefix = 100
    expected.turns?.silence = 200
    #expect(try session(after: all) == expected)
    #expect(try session(after: all, "{}") == expected)
    #expect(try session(after: all, #"{"audio":null}"#) == expected)
    expected.turns = nil
    expected.transcription?.language = "en"
    expected.hasLogProbabilities = false
    #expect(
      try session(
        after: all,
        #"""
        {"audio":{"input":{"turn_detection":null,"transcription":{"languages":["en"]}}},"include":[]}
        """#)
        == expected)
    expected.transcription = nil
    expected.format = .pcm
    #expect(
      try session(
        after: all,
        #"""
        {"audio":{"input":{"turn_detection":null,"transcription":null,
        "format":{"type":"audio/pcm","rate":24000}}},"include":[]}
        """#)
        == expected)
  }

  @Test("The first protocol version is supported")
  func old() throws {
    var expected = RealtimeSession()
    expected.format = .pcma
    expected.transcription?.model = "gpt-4o-transcribe"
    expected.turns = nil
    #expect(
      try session(
        after: #"""
          {"input_audio_format":"g711_alaw","input_audio_transcription":{"model":"gpt-4o-transcribe"},
          "turn_detection":null}
          """#, old: true) == expected)
  }

  /// Invalid events, and their errors.
  private static let wrong: [(String, String, String?)] = [
    ("", "an event must be a JSON object", nil),
    ("[]", "an event must be a JSON object", nil),
    (String(repeating: "[", count: 100_000), "an event must be a JSON object", nil),
    ("{}", "'type' is missing", "type"),
    (#"{"type":1}"#, "'type' is not valid", "type"),
    (
      #"{"type":"response.create"}"#,
      "unknown event 'response.create': this server only transcribes", "type"
    ),
    (#"{"type":"input_audio_buffer.append"}"#, "'audio' is missing", "audio"),
    (
      #"{"type":"input_audio_buffer.append","audio":"!"}"#, "'audio' is not valid Base64", "audio"
    ),
    (#"{"type":"session.update"}"#, "'session' is missing", "session"),
    (
      #"{"type":"session.update","session":{"type":"realtime"}}"#,
      "'session.type' must be 'transcription': this server only transcribes", "session.type"
    ),
    (
      #"{"type":"session.update","session":{"audio":{"input":{"format":{"type":"audio/mp3"}}}}}"#,
      "the audio format must be one of audio/pcm, audio/pcma, audio/pcmu",
      "session.audio.input.format.type"
    ),
    (
      """
      {"type":"session.update","session":{"audio":{"input":{"format":{"type":"audio/pcm",
      "rate":16000}}}}}
      """,
      "the rate of audio/pcm must be 24000", "session.audio.input.format.rate"
    ),
    (
      """
      {"type":"session.update","session":{"audio":{"input":{"turn_detection":
      {"type":"semantic_vad"}}}}}
      """,
      """
      'session.audio.input.turn_detection.type' must be 'server_vad', or 'turn_detection' must be null
      """,
      "session.audio.input.turn_detection.type"
    ),
    (
      """
      {"type":"session.update","session":{"audio":{"input":{"turn_detection":
      {"threshold":1.5}}}}}
      """,
      "'session.audio.input.turn_detection.threshold' must be a number from 0 to 1",
      "session.audio.input.turn_detection.threshold"
    ),
    (
      """
      {"type":"transcription_session.update","session":{"turn_detection":
      {"silence_duration_ms":0}}}
      """,
      "'session.turn_detection.silence_duration_ms' must be from 20 to 60000 milliseconds",
      "session.turn_detection.silence_duration_ms"
    ),
    (
      #"{"type":"transcription_session.update","session":{"input_audio_format":"mp3"}}"#,
      "the audio format must be one of pcm16, g711_alaw, g711_ulaw", "session.input_audio_format"
    ),
  ]

  @Test("An invalid field is reported with its path and valid values", arguments: wrong)
  func problems(text: String, message: String, parameter: String?) {
    let problem = #expect(throws: RealtimeProblem.self) { try RealtimeClientEvent(text) }
    #expect(problem?.message == message)
    #expect(problem?.parameter == parameter)
    #expect(problem?.kind == .client)
  }

  @Test("A session encodes in both versions")
  func sessions() throws {
    var session = RealtimeSession()
    session.turns = nil
    #expect(
      try RealtimeServerEvent.updated(session, id: "s").encoded(id: "e", isOld: false) == """
        {"event_id":"e","session":{"audio":{"input":{"format":{"rate":24000,"type":"audio/pcm"},\
        "noise_reduction":null,"transcription":{},"turn_detection":null}},"id":"s","include":[],\
        "object":"realtime.transcription_session","type":"transcription"},\
        "type":"session.updated"}
        """)
    session.turns = RealtimeTurns()
    session.transcription = nil
    session.format = .pcmu
    session.hasLogProbabilities = true
    #expect(
      try RealtimeServerEvent.created(session, id: "s").encoded(id: "e", isOld: true) == """
        {"event_id":"e","session":{"id":"s",\
        "include":["item.input_audio_transcription.logprobs"],"input_audio_format":"g711_ulaw",\
        "input_audio_noise_reduction":null,"input_audio_transcription":null,\
        "object":"realtime.transcription_session","turn_detection":{"prefix_padding_ms":300,\
        "silence_duration_ms":500,"threshold":0.5,"type":"server_vad"}},\
        "type":"transcription_session.created"}
        """)
  }

  @Test("Encoded events have the names and values that OpenAI's clients read")
  func told() throws {
    func text(_ event: RealtimeServerEvent, old: Bool = false) throws -> String {
      try event.encoded(id: "e", isOld: old)
    }
    #expect(
      try text(.problem(RealtimeProblem("c", "m", parameter: "p"), cause: "x")) == """
        {"error":{"code":"c","event_id":"x","message":"m","param":"p",\
        "type":"invalid_request_error"},"event_id":"e","type":"error"}
        """)
    #expect(
      try text(.committed(item: "b", previous: nil)) == """
        {"event_id":"e","item_id":"b","previous_item_id":null,\
        "type":"input_audio_buffer.committed"}
        """)
    #expect(
      try text(.speechStarted(milliseconds: 40, item: "a")) == """
        {"audio_start_ms":40,"event_id":"e","item_id":"a",\
        "type":"input_audio_buffer.speech_started"}
        """)
    #expect(
      try text(.added(item: "a", previous: "b"), old: true) == """
        {"event_id":"e","item":{"content":[{"transcript":null,"type":"input_audio"}],"id":"a",\
        "object":"realtime.item","role":"user","status":"completed","type":"message"},\
        "previous_item_id":"b","type":"conversation.item.created"}
        """)
    let word = Word(text: "hm", start: .zero, end: .seconds(1), confidence: 1)
    #expect(
      try text(.delta("hm", item: "a", [WordProbability(word)])) == """
        {"content_index":0,"delta":"hm","event_id":"e","item_id":"a",\
        "logprobs":[{"bytes":[104,109],"logprob":0,"token":"hm"}],\
        "type":"conversation.item.input_audio_transcription.delta"}
        """)
    var completed = RealtimeServerEvent.Completed("hm", item: "a", duration: .milliseconds(1_250))
    completed.language = "en"
    #expect(
      try text(.completed(completed)) == """
        {"content_index":0,"event_id":"e","item_id":"a","languages":[{"code":"en"}],\
        "transcript":"hm","type":"conversation.item.input_audio_transcription.completed",\
        "usage":{"seconds":1.25,"type":"duration"}}
        """)
  }

  @Test("Telephone codecs keep their level, and samples may be split between chunks")
  func samples() {
    var pcm = RealtimeSamples(.pcm)
    #expect(pcm.add([0x34]).isEmpty)
    #expect(pcm.add([0x12, 0xff, 0xff, 0x00]) == [0x1234, -1])
    #expect(pcm.add([0x80]) == [.min])
    var muLaw = RealtimeSamples(.pcmu)
    #expect(
      muLaw.add([0x00, 0x80, 0x7f, 0xff, 0x0f, 0x8f]) == [
        -32_124, 32_124, 0, 0, -16_764, 16_764,
      ])
    var aLaw = RealtimeSamples(.pcma)
    #expect(aLaw.add([0x55, 0xd5, 0x2a, 0xaa, 0x45]) == [-8, 8, -32_256, 32_256, -264])
  }

  @Test("The log probability of a word is finite even without confidence")
  func probability() {
    func word(_ confidence: Double) -> Word {
      Word(text: "hm", start: .zero, end: .seconds(1), confidence: confidence)
    }
    #expect(word(1).logProbability == 0)
    #expect(word(0).logProbability.isFinite)
    #expect(word(0).logProbability < word(0.01).logProbability)
  }
}
