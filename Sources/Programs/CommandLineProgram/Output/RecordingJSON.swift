import Foundation
import SharedModels

struct RecordingJSON: Encodable {
  let id: String
  let title: String
  let date: Date
  let duration: Double
  let format: String
  let state: String
  let reason: String?
  let progress: Double?
  let tags: [String]
  let favorite: Bool
  let file: String
  let originalName: String?
  let sha256: String
  let trashedAt: Date?

  init(_ recording: Recording) {
    id = recording.id.text
    title = recording.title
    date = recording.date
    duration = recording.duration.secondsToMillisecond
    format = recording.audio.format.rawValue
    state = recording.transcription.status
    reason = if case .failed(let reason) = recording.transcription { reason } else { nil }
    progress = if case .running(let done) = recording.transcription { done } else { nil }
    tags = recording.tags
    favorite = recording.isFavorite
    file = recording.audio.fileName
    originalName = recording.provenance.originalFileName
    sha256 = recording.audio.sha256
    trashedAt = recording.trashedAt
  }
}
