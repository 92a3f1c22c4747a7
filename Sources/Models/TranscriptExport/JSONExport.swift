import Foundation
public import SharedModels

/// JSON for machines. The keys are stable: new ones may come, these stay.
///
/// - `version`: 1, the version of this form.
/// - `id`, `title`, `tags`: the memo's, the id in lower case.
/// - `date`: when it was recorded, ISO 8601 in UTC.
/// - `duration`: in seconds.
/// - `language`, `model`: as the engine gave them; `language` is `null` if it is not known.
/// - `engine`: `name` and `version`.
/// - `text`: all that was said.
/// - `segments`: `text`, `start` and `end` of each sentence or so.
/// - `words`: `text`, `start`, `end` and `confidence` (0 to 1) of each word, in order; empty if
///   the words have no times.
///
/// All times are seconds from the start of the recording, rounded to the millisecond. Characters that
/// steer a terminal or the direction of writing are escaped.
public func jsonExport(_ recording: Recording, _ transcription: Transcription) throws -> String {
  let encoder = JSONEncoder.speechMemo
  encoder.outputFormatting.insert(.prettyPrinted)
  let data = try encoder.encode(Document(recording, transcription))
  return String(decoding: data, as: UTF8.self).withEscapedControls + "\n"
}

private struct Document: Encodable {
  let version = 1
  let id: String
  let title: String
  let tags: [String]
  let date: Date
  let duration: Double
  let language: String?
  let model: String
  let engine: TranscriptionEngine
  let text: String
  let segments: [SpokenSegment]
  let words: [SpokenWord]

  struct SpokenSegment: Encodable {
    let text: String
    let start: Double
    let end: Double
  }

  struct SpokenWord: Encodable {
    let text: String
    let start: Double
    let end: Double
    let confidence: Double
  }

  init(_ recording: Recording, _ transcription: Transcription) {
    id = recording.id.rawValue.uuidString.lowercased()
    title = recording.title
    tags = recording.tags
    date = recording.date
    duration = recording.duration.secondsToMillisecond
    language = transcription.language
    model = transcription.model
    engine = transcription.engine
    text = transcription.text
    segments = transcription.segments.map {
      SpokenSegment(
        text: $0.text, start: $0.start.secondsToMillisecond, end: $0.end.secondsToMillisecond)
    }
    words = transcription.words.map {
      SpokenWord(
        text: $0.text,
        start: $0.start.secondsToMillisecond,
        end: $0.end.secondsToMillisecond,
        confidence: $0.confidence.isNaN ? 0 : min(max($0.confidence, 0), 1))
    }
  }

  private enum CodingKeys: String, CodingKey {
    case version, id, title, tags, date, duration, language, model, engine, text, segments, words
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(tags, forKey: .tags)
    try container.encode(date, forKey: .date)
    try container.encode(duration, forKey: .duration)
    try container.encode(language, forKey: .language)
    try container.encode(model, forKey: .model)
    try container.encode(engine, forKey: .engine)
    try container.encode(text, forKey: .text)
    try container.encode(segments, forKey: .segments)
    try container.encode(words, forKey: .words)
  }
}
