import Foundation
import SharedModels

struct MCPMemo: Encodable {
  let date: Date
  /// In seconds.
  let duration: Double
  let favorite: Bool
  let id: String
  let tags: [String]
  let title: String
  let transcription: TranscriptionState
  let trashedAt: Date?

  init(_ recording: Recording) {
    date = recording.date
    duration = recording.duration.secondsToMillisecond
    favorite = recording.isFavorite
    id = recording.id.text
    tags = recording.tags
    title = recording.title
    transcription = recording.transcription
    trashedAt = recording.trashedAt
  }
}

struct MCPChangedMemo: Encodable {
  let memo: MCPMemo
}

/// A moment, or the start of a day in UTC.
struct MCPMoment: Decodable {
  let date: Date

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = Date(iso8601: text) ?? Date(iso8601: "\(text)T00:00:00Z")
    else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is not a date")
    }
    self.date = date
  }
}
