import SharedModels
import Styleguide

struct RecordingLine {
  private let ink: Ink
  private var localTime = LocalTime()

  init(ink: Ink) {
    self.ink = ink
  }

  private static func short(_ remark: String) -> String {
    remark.count > 60 ? remark.prefix(59) + "…" : remark
  }

  mutating func text(for recording: Recording) -> String {
    var text = ""
    write(recording, to: &text)
    return text
  }

  /// Appends in pieces, for speed: a list may have 100,000 memos.
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
    for tag in recording.tags { text += ink.dim(" #\(tag.printable)") }
    if let remark = recording.transcription.remark { text += ink.dim(" (\(Self.short(remark)))") }
  }
}

extension TranscriptionState {
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
