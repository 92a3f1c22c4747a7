public import DatabaseClient
public import Foundation
public import SharedModels
import Tagged

extension UUID {
  /// A recognizable fixed id: `00000000-0000-0000-0000-0000000000xx`.
  public static func fixed(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }
}

extension Recording {
  public static func fixed(
    _ number: UInt8, title: String = "Memo", at seconds: Double? = nil, sha256: String? = nil
  ) -> Recording {
    Recording(
      id: ID(.fixed(number)),
      audio: AudioFile(
        byteCount: 1000 + Int64(number), channelCount: 2, fileName: "\(number).flac",
        format: .flac, sampleRate: 44_100, sha256: sha256 ?? "checksum-\(number)"),
      date: Date(timeIntervalSince1970: seconds ?? Double(number) * 1000),
      duration: .milliseconds(12_345),
      isFavorite: number.isMultiple(of: 2),
      provenance: .imported(
        fileName: "Memo \(number).flac", date: Date(timeIntervalSince1970: 17)),
      tags: ["work", "a \"quoted\" tag"],
      title: title)
  }
}

extension TranscriptionCheckpoint {
  public static let fixed = Self(
    maker: "engine 2 1 base", start: .milliseconds(500), state: "{\"a\":1}")
}

extension TranscriptionJob {
  public static func fixed(_ number: UInt8) -> TranscriptionJob {
    TranscriptionJob(
      id: ID(.fixed(100 + number)), recordingID: Recording.ID(.fixed(number)),
      createdAt: Date(timeIntervalSince1970: 5), model: "tiny.en",
      settings: TranscriptionSettings(beamSize: 3, vocabulary: "Erewhon"))
  }
}

extension Segment {
  /// Words of half a second, one after the other.
  public static func spoken(_ text: String, from start: Duration = .zero) -> Segment {
    Segment(
      words: text.split(separator: " ").enumerated().map { index, word in
        Word(
          text: String(word), start: start + .milliseconds(500) * index,
          end: start + .milliseconds(500) * (index + 1), confidence: 0.875)
      })
  }
}

extension Summary {
  public static func fixed(_ text: String, of transcription: Transcription) -> Summary {
    var summary = Summary(
      provenance: Provenance(
        model: "gemma", promptVersion: 1, transcription: transcription,
        createdAt: Date(timeIntervalSince1970: 50)))
    let quote = Quote(
      text: "hello there", words: 0..<2, start: .zero, end: .milliseconds(1000))
    summary.actionItems = [
      ActionItem(Point(text, quote: quote), who: "Anna", when: "on \"Friday\""),
      ActionItem(Point(text, quote: quote)),
    ]
    summary.decisions = [Point(text, quote: quote)]
    summary.droppedCount = 2
    summary.keyPoints = [Point(text, quote: quote), Point("京の 天気", quote: quote)]
    summary.sentence = Point(text, quote: quote)
    summary.title = Point(text, quote: quote)
    return summary
  }
}

extension DatabaseClient {
  /// Adds a memo in which `text` is said.
  public func addMemo(_ number: UInt8, title: String = "Memo", saying segments: String...)
    async throws
  {
    try await addMemo(number, title: title, segments)
  }

  /// Adds a memo of these segments.
  public func addMemo(_ number: UInt8, title: String = "Memo", _ segments: [String]) async throws {
    var start = Duration.zero
    let segments = segments.map { text in
      let segment = Segment.spoken(text, from: start)
      start = segment.end
      return segment
    }
    try await insertTranscribed(
      memos: [
        TranscribedMemo(
          recording: .fixed(number, title: title),
          transcription: Transcription(
            id: Transcription.ID(.fixed(200 &+ number)),
            engine: TranscriptionEngine(name: "engine", version: "1"), language: "en",
            model: "tiny.en", segments: segments))
      ])
  }
}
