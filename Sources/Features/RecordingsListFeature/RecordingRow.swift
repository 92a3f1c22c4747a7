import Foundation
import SharedModels
import Styleguide
import TerminalUI

struct RecordingRow: LineView {
  let recording: Recording
  let firstWords: String
  let isMarked: Bool
  let timeZone: TimeZone

  var widths: SizeRange { .flexible(minimum: 1) }

  func draw(in canvas: inout Canvas) {
    row(ListColumns(width: canvas.size.width)).draw(in: &canvas)
  }

  private func row(_ columns: ListColumns) -> any View {
    HStack(spacing: 1) {
      sign.frame(width: 1)
      if columns.hasWords {
        title(columns).frame(width: columns.title)
        words.frame(width: columns.words)
        Text(date(columns)).foreground(.faint).frame(width: columns.date)
      } else {
        if isMarked, recording.isFavorite { star.priority(2) }
        Text(recording.displayTitle).priority(2)
        Spacer()
        if columns.hasState { transcription(hasReason: false).priority(3) }
      }
      Text(recording.duration.clock)
        .frame(minWidth: columns.length > 0 ? columns.length : nil, alignment: .topTrailing)
        .priority(3)
    }
  }

  private var sign: any View {
    if isMarked { return Sign(\.checked).foreground(.accent) }
    return recording.isFavorite ? star : Empty()
  }

  private var star: any View { Sign(\.star).foreground(.warning) }

  private func title(_ columns: ListColumns) -> any View {
    let tags = recording.tags.map { "#\($0)" }.joined(separator: " ")
    let title = recording.displayTitle
    // A `#` and one letter are of no use.
    let hasRoom = columns.title - title.columns - 1 >= min(4, tags.columns)
    return HStack(spacing: 1) {
      if isMarked, recording.isFavorite { star.priority(1) }
      Text(title).priority(1)
      if hasRoom, !tags.isEmpty { Text(tags).foreground(.accent) }
    }
  }

  private var words: any View {
    recording.transcription == .done
      ? Text(firstWords).foreground(.faint) : transcription(hasReason: true)
  }

  private func transcription(hasReason: Bool) -> any View {
    switch recording.transcription {
    case .done: Empty()
    case .cancelled, .none: Text("no transcript").foreground(.faint)
    case .failed(let reason): Text(hasReason ? "failed: \(reason)" : "failed").foreground(.wrong)
    case .queued: Text("waiting").foreground(.faint)
    case .unknown(let status): Text(status).foreground(.faint)
    case .running(let progress):
      HStack(spacing: 1) {
        if hasReason { Progress(progress).frame(width: 10) }
        Text("\(Int(progress * 100))%")
      }
    }
  }

  private func date(_ columns: ListColumns) -> String {
    var time = LocalTime(timeZone: timeZone)
    return columns.date < 16 ? time.day(of: recording.date) : time.text(for: recording.date)
  }
}
