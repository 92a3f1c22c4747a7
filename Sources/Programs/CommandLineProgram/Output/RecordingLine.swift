import Foundation
import SharedModels
import Styleguide

/// A memo as one line of a list.
struct RecordingLine {
  private let ink: Ink
  private var localTime: LocalTime

  init(ink: Ink, timeZone: TimeZone) {
    self.ink = ink
    self.localTime = LocalTime(timeZone: timeZone)
  }

  /// The beginning of a long remark; 'show' has all of it.
  private static func short(_ remark: String) -> String {
    remark.count > 60 ? remark.prefix(59) + "…" : remark
  }

  /// Id, date, length, what stands in the transcript's way, and title.
  mutating func text(for recording: Recording) -> String {
    let star = recording.isFavorite ? " ★" : ""
    let state = recording.transcription.remark.map { " (\(Self.short($0)))" } ?? ""
    let length = recording.duration.clock
    let padding = String(repeating: " ", count: max(0, 7 - length.utf8.count))
    return """
      \(ink.bold(recording.id.short))  \(localTime.text(for: recording.date))  \
      \(padding)\(length)  \(recording.title.printable)\(star)\(ink.dim(state))
      """
  }
}

extension TranscriptionState {
  /// What a list says of it, where there is something to say.
  var remark: String? {
    switch self {
    case .cancelled: "not transcribed"
    case .done: nil
    case .failed(let reason): "failed: \(reason.printable)"
    case .none: "not transcribed"
    case .queued: "waiting"
    case .running(let progress): "\(Int(progress * 100)) %"
    case .unknown(let status): status.printable
    }
  }
}
