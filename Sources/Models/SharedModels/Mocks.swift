public import Foundation

extension Recording {
  public static let mock = Self(
    id: ID(mockUUID(1)),
    audio: AudioFile(
      byteCount: 352_044,
      channelCount: 1,
      fileName: "00000000-0000-0000-0000-000000000001.wav",
      format: .wav,
      sampleRate: 16000,
      sha256: String(repeating: "5c1f", count: 16)),
    date: Date(timeIntervalSince1970: 1_789_000_000),
    duration: .seconds(11),
    isFavorite: true,
    provenance: .imported(
      fileName: "speech.wav", date: Date(timeIntervalSince1970: 1_788_900_000)),
    tags: ["speech", "example"],
    title: "A note on the budget",
    transcription: .done)

  public static func preview(
    id: ID = mock.id,
    title: String = mock.title,
    date: Date = mock.date,
    duration: Duration = mock.duration,
    transcription: TranscriptionState = mock.transcription
  ) -> Self {
    let text = id.text
    return Self(
      id: id,
      audio: AudioFile(
        byteCount: mock.audio.byteCount,
        fileName: "\(text).wav",
        format: .wav,
        sampleRate: mock.audio.sampleRate,
        sha256: String(repeating: text.filter { $0 != "-" }, count: 2)),
      date: date,
      duration: duration,
      provenance: mock.provenance,
      title: title,
      transcription: transcription)
  }
}

extension Transcription {
  public static let mock = Self(
    id: ID(mockUUID(1)),
    createdAt: Date(timeIntervalSince1970: 1_789_000_060),
    engine: TranscriptionEngine(name: "faster-whisper", version: "1.2.1"),
    language: "en",
    model: "tiny.en",
    segments: [
      Segment(words: [
        Word(text: "We", start: .milliseconds(500), end: .milliseconds(700), confidence: 0.98),
        Word(text: "agreed", start: .milliseconds(700), end: .milliseconds(1150), confidence: 0.97),
        Word(text: "on", start: .milliseconds(1150), end: .milliseconds(1300), confidence: 0.99),
        Word(text: "the", start: .milliseconds(1300), end: .milliseconds(1400), confidence: 0.99),
        Word(
          text: "budget.", start: .milliseconds(1400), end: .milliseconds(2000), confidence: 0.91),
      ]),
      Segment(words: [
        Word(
          text: "Please", start: .milliseconds(3200), end: .milliseconds(3600), confidence: 0.95),
        Word(text: "send", start: .milliseconds(3600), end: .milliseconds(3900), confidence: 0.96),
        Word(text: "it", start: .milliseconds(3900), end: .milliseconds(4000), confidence: 0.99),
        Word(
          text: "tomorrow.", start: .milliseconds(4000), end: .milliseconds(4700), confidence: 0.88),
      ]),
    ])

  public static func preview(
    _ text: String = mock.text, perWord: Duration = .milliseconds(400)
  ) -> Self {
    var now = Duration.zero
    let words = text.split(whereSeparator: \.isWhitespace).map { text in
      defer { now += perWord }
      return Word(text: String(text), start: now, end: now + perWord, confidence: 0.9)
    }
    return Self(
      id: mock.id,
      createdAt: mock.createdAt,
      engine: mock.engine,
      language: "en",
      model: mock.model,
      segments: words.isEmpty ? [] : [Segment(words: words)])
  }
}

private func mockUUID(_ number: UInt8) -> UUID {
  UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
}
