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
    var text = ""
    write(recording, to: &text)
    return text
  }

  /// Adds the line to a text, piece by piece: a list has a hundred thousand.
  mutating func write(_ recording: Recording, to text: inout String) {
    let length = recording.duration.clock
    text += ink.bold(recording.id.short)
    text += "  "
    text += localTime.text(for: recording.date)
    for _ in 0..<max(2, 9 - length.utf8.count) { text += " " }
    text += length
    text += "  "
    text += recording.title.printable
    if recording.isFavorite { text += " ★" }
    if let remark = recording.transcription.remark { text += ink.dim(" (\(Self.short(remark)))") }
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
    case .running(let progress): "\(Int(progress * 100))%"
    case .unknown(let status): status.printable
    }
  }
}
