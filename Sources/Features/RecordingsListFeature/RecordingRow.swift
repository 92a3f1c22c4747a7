import Foundation
import SharedModels
import Styleguide
import TerminalUI

/// A memo in the list: favourite, title, tags, transcription state, length and date. Where there is
/// little room, the title comes first.
struct RecordingRow: View {
  let recording: Recording
  let isMarked: Bool
  let timeZone: TimeZone

  var widths: SizeRange { .flexible(minimum: 1) }
  func heights(width: Int) -> SizeRange { .fixed(1) }

  func draw(in canvas: inout Canvas) {
    row(isWide: canvas.size.width >= 56, hasState: canvas.size.width >= 30).draw(in: &canvas)
  }

  private func row(isWide: Bool, hasState: Bool) -> any View {
    HStack(spacing: 1) {
      sign.frame(width: 1)
      Text(recording.displayTitle).priority(2)
      if isWide {
        Text(recording.tags.map { "#\($0)" }.joined(separator: " ")).foreground(.accent)
      }
      Spacer()
      if hasState { transcription(hasBar: isWide).priority(3) }
      Text(recording.duration.clock)
        .frame(minWidth: isWide ? 7 : nil, alignment: .topTrailing).priority(3)
      if isWide { Text(date).foreground(.faint).frame(width: 16) }
    }
  }

  private var sign: any View {
    if isMarked { return Sign(\.checked).foreground(.accent) }
    return recording.isFavorite ? Sign(\.star).foreground(.warning) : Empty()
  }

  /// The transcription's state; nothing once it is done.
  private func transcription(hasBar: Bool) -> any View {
    switch recording.transcription {
    case .done: Empty()
    case .cancelled, .none: Text("no transcript").foreground(.faint)
    case .failed: Text("failed").foreground(.wrong)
    case .queued: Text("waiting").foreground(.faint)
    case .unknown(let status): Text(status).foreground(.faint)
    case .running(let progress):
      HStack(spacing: 1) {
        if hasBar { Progress(progress).frame(width: 10) }
        Text("\(Int(progress * 100)) %").frame(width: 5, alignment: .topTrailing)
      }
    }
  }

  private var date: String {
    var time = LocalTime(timeZone: timeZone)
    return time.text(for: recording.date)
  }
}
