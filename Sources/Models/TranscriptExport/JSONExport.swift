import Foundation
public import SharedModels

/// JSON for programs. Keys are stable: later versions only add to them. Times are seconds from the
/// start, to the millisecond; `date` is ISO 8601 in UTC. `language` is `null` if unknown; a segment
/// has one if it differs. `speaker` is the `id` of one of `speakers`, a segment's that of most of
/// its words. `speakers`, `turns`, which may overlap, and `summary` are absent without any. `words`
/// is empty without word times; in `summary`, it is the range of words that a point quotes.
/// Controls of terminals and text direction are escaped. Voices are left out.
public func jsonExport(
  _ recording: Recording, _ transcription: Transcription, _ summary: Summary? = nil
) throws -> String {
  let encoder = JSONEncoder.speechMemo
  encoder.outputFormatting.insert(.prettyPrinted)
  let data = try encoder.encode(Document(recording, transcription, summary))
  return String(decoding: data, as: UTF8.self).withEscapedControls + "\n"
}

private struct Document: Encodable {
  let version = 1
  let id: String
  let title: String
  let tags: [String]
  let date: Date
  let duration: Double
  let language: Nullable<String>
  let model: String
  let engine: TranscriptionEngine
  let text: String
  let segments: [SpokenSegment]
  let speakers: [SpeakingPerson]?
  let summary: Summary?
  let turns: [VoiceTurn]?
  let words: [SpokenWord]

  struct SpokenSegment: Encodable {
    let text: String
    let start: Double
    let end: Double
    let speaker: Int?
    let language: String?
  }

  struct SpeakingPerson: Encodable {
    let id: Int
    let label: String
    let name: Nullable<String>
    let seconds: Double
  }

  struct SpokenWord: Encodable {
    let text: String
    let start: Double
    let end: Double
    let confidence: Double
    let speaker: Int?
  }

  init(_ recording: Recording, _ transcription: Transcription, _ summary: Summary?) {
    id = recording.id.text
    title = recording.title
    tags = recording.tags
    date = recording.date
    duration = recording.duration.secondsToMillisecond
    language = Nullable(transcription.language)
    model = transcription.model
    engine = transcription.engine
    text = transcription.text
    segments = transcription.segments.map {
      SpokenSegment(
        text: $0.text, start: $0.start.secondsToMillisecond, end: $0.end.secondsToMillisecond,
        speaker: $0.speaker?.rawValue, language: $0.language)
    }
    let times = transcription.speakingTimes
    let people = transcription.speakers.map {
      SpeakingPerson(
        id: $0.id.rawValue, label: $0.label, name: Nullable($0.name),
        seconds: (times[$0.id] ?? .zero).secondsToMillisecond)
    }
    speakers = people.isEmpty ? nil : people
    self.summary = summary
    turns = transcription.details.turns.isEmpty ? nil : transcription.details.turns
    words = transcription.words.map {
      SpokenWord(
        text: $0.text,
        start: $0.start.secondsToMillisecond,
        end: $0.end.secondsToMillisecond,
        confidence: $0.confidence.isNaN ? 0 : min(max($0.confidence, 0), 1),
        speaker: $0.speaker?.rawValue)
    }
  }
}
