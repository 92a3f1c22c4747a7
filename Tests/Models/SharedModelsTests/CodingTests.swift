import Foundation
import SharedModels
import Testing

@Suite("Coding")
struct CodingTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder.speechMemo.decode(type, from: Data(json.utf8))
  }

  private func encode(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.speechMemo.encode(value), as: UTF8.self)
  }

  @Test("SR-01 a recording survives a round trip")
  func recordingRoundTrip() throws {
    var recording = Recording.mock
    recording.trashedAt = Date(timeIntervalSince1970: 1_790_000_000.125)
    recording.transcription = .failed(reason: "No weights")
    recording.provenance = .recorded(device: "Built-in microphone")
    #expect(try decode(Recording.self, encode(recording)) == recording)
    #expect(try decode(Recording.self, encode(Recording.mock)) == .mock)
  }

  @Test("A value that may be null is encoded in both cases")
  func nullable() throws {
    #expect(try encode([Nullable(1), Nullable(nil)]) == "[1,null]")
  }

  @Test("The language of a segment survives a round trip, and one without it is of before")
  func segmentLanguage() throws {
    let segment = Segment(start: .zero, end: .seconds(1), text: "Guten Morgen.", language: "de")
    #expect(try decode(Segment.self, encode(segment)) == segment)
    #expect(try decode(Segment.self, #"{"text": "Hello."}"#).language == nil)
    #expect(try !encode(Segment(start: .zero, end: .zero, text: "Hello.")).contains("language"))
  }

  @Test("SR-01 a recording of an older version, with nothing but its id, decodes")
  func oldRecording() throws {
    let id = "00000000-0000-0000-0000-000000000007"
    let recording = try decode(Recording.self, #"{"id": "\#(id)", "title": "Old"}"#)
    #expect(recording.id.rawValue.uuidString == id)
    #expect(recording.title == "Old")
    #expect(recording.audio == AudioFile())
    #expect(recording.duration == .zero)
    #expect(recording.transcription == .none)
    #expect(recording.provenance == .unknown)
    #expect(recording.tags == [])
    #expect(!recording.isFavorite && !recording.isTrashed)
  }

  @Test("A favorite is named like the queries, and its former name is read")
  func favorite() throws {
    var recording = Recording.mock
    recording.isFavorite = true
    let json = try encode(recording)
    #expect(json.contains(#""favorite":true"#) && !json.contains("isFavorite"))
    let former = json.replacing(#""favorite""#, with: #""isFavorite""#)
    #expect(try decode(Recording.self, former) == recording)
  }

  @Test("A checkpoint starts at seconds, and milliseconds of older versions are read")
  func checkpoint() throws {
    let checkpoint = TranscriptionCheckpoint(
      maker: "whisper", start: .milliseconds(1_500), state: "s")
    #expect(try encode(checkpoint).contains(#""start":1.5"#))
    #expect(try decode(TranscriptionCheckpoint.self, encode(checkpoint)) == checkpoint)
    #expect(
      try decode(
        TranscriptionCheckpoint.self, #"{"maker":"whisper","start_ms":1500,"state":"s"}"#)
        == checkpoint)
  }

  @Test("A recording or transcription without an id is refused, and the message names the key")
  func noID() {
    #expect {
      try decode(Recording.self, "{}")
    } throws: { error in
      guard case DecodingError.keyNotFound(let key, _) = error else { return false }
      return key.stringValue == "id"
    }
    #expect(throws: DecodingError.self) { try decode(Transcription.self, "{}") }
  }

  @Test("Unknown keys are ignored and unknown values survive")
  func newerVersion() throws {
    let json = """
      {"id": "00000000-0000-0000-0000-000000000007", "mood": {"happy": true},
       "audio": {"format": "atrac9", "bitDepth": 24},
       "provenance": {"kind": "broadcast", "station": 4},
       "transcription": {"status": "translating", "progress": 0.5}}
      """
    let recording = try decode(Recording.self, json)
    #expect(recording.audio.format == AudioFormat(rawValue: "atrac9"))
    #expect(recording.provenance.kind.rawValue == "broadcast")
    #expect(recording.transcription == .unknown(status: "translating"))
    #expect(try decode(Recording.self, encode(recording)) == recording)
    #expect(try encode(recording).contains(#""status":"translating""#))
  }

  @Test(
    "Every part decodes from {}",
    arguments: [
      { decoder, data in try decoder.decode(AudioFile.self, from: data) == AudioFile() },
      { decoder, data in try decoder.decode(Provenance.self, from: data) == .unknown },
      { decoder, data in try decoder.decode(TranscriptionState.self, from: data) == .none },
      { decoder, data in
        try decoder.decode(TranscriptionSettings.self, from: data) == TranscriptionSettings()
      },
      { decoder, data in
        try decoder.decode(TranscriptionEngine.self, from: data) == TranscriptionEngine()
      },
      { decoder, data in
        try decoder.decode(Segment.self, from: data)
          == Segment(start: .zero, end: .zero, text: "")
      },
      { decoder, data in
        try decoder.decode(Word.self, from: data) == Word(text: "", start: .zero, end: .zero)
      },
    ] as [@Sendable (JSONDecoder, Data) throws -> Bool])
  func empty(isDefault: @Sendable (JSONDecoder, Data) throws -> Bool) throws {
    #expect(try isDefault(.speechMemo, Data("{}".utf8)))
  }

  @Test("A transcription survives a round trip and keeps its word index")
  func transcriptionRoundTrip() throws {
    var transcription = Transcription.mock
    transcription.editedAt = Date(timeIntervalSince1970: 1_789_000_999)
    transcription.settings.vocabulary = "Xcode, Linux"
    let decoded = try decode(Transcription.self, encode(transcription))
    #expect(decoded == transcription)
    #expect(decoded.wordIndex(at: .milliseconds(3950)) == 7)
  }

  @Test("The encoded form of a transcription is the documented one, without the index")
  func transcriptionForm() throws {
    let transcription = Transcription(
      language: "en",
      segments: [
        Segment(words: [
          Word(
            text: "Hi", start: .milliseconds(250), end: .microseconds(500_600), confidence: 0.5)
        ])
      ])
    #expect(
      try encode(transcription) == """
        {"createdAt":"1970-01-01T00:00:00Z","engine":{"name":"","version":""},\
        "id":"00000000-0000-0000-0000-000000000000","language":"en","model":"",\
        "segments":[{"end":0.501,"start":0.25,"text":"Hi",\
        "words":[{"confidence":0.5,"end":0.501,"start":0.25,"text":"Hi"}]}],\
        "settings":{"beamSize":5,"voiceActivityFilter":true}}
        """)
  }

  @Test("A voice filter is kept, and understood by earlier versions as a Boolean")
  func voiceFilter() throws {
    for (filter, form) in [
      (VoiceFilter.off, #"{"beamSize":5,"voiceActivityFilter":false}"#),
      (.low, #"{"beamSize":5,"voiceActivityFilter":true,"voiceFilter":"low"}"#),
      (.normal, #"{"beamSize":5,"voiceActivityFilter":true}"#),
    ] {
      let settings = TranscriptionSettings(voiceFilter: filter)
      #expect(try encode(settings) == form)
      #expect(try decode(TranscriptionSettings.self, form) == settings)
    }
  }

  @Test("What an engine reports of a transcription is kept")
  func details() throws {
    var transcription = Transcription.mock
    transcription.details.hasFaintSpeech = true
    #expect(try decode(Transcription.self, encode(transcription)) == transcription)
  }

  @Test("A segment without times and text takes them from its words")
  func segmentFromWords() throws {
    let segment = try decode(
      Segment.self,
      #"{"words": [{"text": "a", "start": 1, "end": 2}, {"text": "b", "start": 2, "end": 3.5}]}"#)
    #expect(segment.start == .seconds(1))
    #expect(segment.end == .milliseconds(3500))
    #expect(segment.text == "a b")
  }

  @Test("IDA-14 durations are seconds rounded to the millisecond, and exact in the round trip")
  func durations() throws {
    for milliseconds in [0, 1, 999, 1000, 12_345, 359_999_999, 100 * 86_400_000 + 7] {
      let duration = Duration.milliseconds(milliseconds)
      #expect(Duration(secondsToMillisecond: duration.secondsToMillisecond) == duration)
      #expect(duration.wholeMilliseconds == Int64(milliseconds))
    }
    #expect(Duration.microseconds(1499).wholeMilliseconds == 1)
    #expect(Duration.microseconds(1500).wholeMilliseconds == 2)
    #expect(Duration.microseconds(-1500).wholeMilliseconds == -2)
    #expect((Duration.milliseconds(Int64.max) + .seconds(1)).wholeMilliseconds == .max)
    #expect((Duration.milliseconds(Int64.min) - .seconds(1)).wholeMilliseconds == .min)
    #expect(Duration(secondsToMillisecond: .nan) == nil)
    #expect(Duration(secondsToMillisecond: .infinity) == nil)
    #expect(throws: DecodingError.self) { try decode(Word.self, #"{"start": 1e300}"#) }
  }

  @Test(
    "Any number of seconds is clamped to a length of time",
    arguments: [
      (-1e300, 0), (-1, 0), (.nan, 0), (0.25, 0.25), (1e300, 1e12), (.infinity, 1e12),
    ] as [(Double, Double)])
  func clampedSeconds(seconds: Double, clamped: Double) {
    #expect(Duration(clampingSeconds: seconds) == .seconds(clamped))
  }

  @Test("A progress outside 0…1 is brought inside")
  func progress() throws {
    #expect(
      try decode(TranscriptionState.self, #"{"status": "running", "progress": 7}"#)
        == .running(progress: 1))
    #expect(TranscriptionState(status: "running", progress: .nan) == .running(progress: 0))
  }

  @Test(
    "Every state survives a round trip",
    arguments: [
      .none, .queued, .running(progress: 0.25), .done, .failed(reason: "Why"), .cancelled,
    ] as [TranscriptionState])
  func states(state: TranscriptionState) throws {
    #expect(try decode(TranscriptionState.self, encode(state)) == state)
  }
}
