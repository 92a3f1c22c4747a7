import Foundation
import SharedModels

struct MCPMemo: Encodable {
  let date: Date
  /// In seconds.
  let duration: Double
  let id: String
  let isFavorite: Bool
  let tags: [String]
  let title: String
  let transcription: TranscriptionState
  let trashedAt: Date?

  init(_ recording: Recording) {
    date = recording.date
    duration = recording.duration.secondsToMillisecond
    id = recording.id.text
    isFavorite = recording.isFavorite
    tags = recording.tags
    title = recording.title
    transcription = recording.transcription
    trashedAt = recording.trashedAt
  }
}

struct MCPChangedMemo: Encodable {
  let memo: MCPMemo
}

/// A moment, or a whole day in UTC.
struct MCPMoment: Decodable {
  let start: Date
  let end: Date

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    if let moment = Date(iso8601: text) {
      (start, end) = (moment, moment)
    } else if let day = Date(iso8601: "\(text)T00:00:00Z") {
      (start, end) = (day, day.addingTimeInterval(86_400))
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is not a date")
    }
  }
}
