import SharedModels
import Styleguide
import Tagged
import TerminalUI

struct FileList: View {
  private let count: Int
  private let files: [(name: String, size: String)]

  init(_ state: ExportFeature.State) {
    let recordings = state.listed
    count = state.recordings.count
    files = zip(state.content.fileNames(of: recordings), recordings).map { name, recording in
      let size =
        state.content == .audio
        ? .bytes(recording.audio.byteCount) : state.sizes[recording.id]
      return (name, size?.label ?? "\u{2026}")
    }
  }

  var widths: SizeRange { .flexible(minimum: 1) }
  func heights(width: Int) -> SizeRange { .flexible(minimum: 1) }

  func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let shown = count > height ? min(files.count, max(0, height - 1)) : files.count
    for (y, file) in files.prefix(shown).enumerated() {
      canvas.within(Rect(x: 0, y: y, width: width, height: 1)) {
        HStack(spacing: 1) {
          Text(file.name).priority(1)
          Spacer()
          Text(file.size).foreground(.faint).priority(2)
        }
        .draw(in: &$0)
      }
    }
    guard shown < count
    else { return }
    canvas.within(Rect(x: 0, y: shown, width: width, height: 1)) {
      Text("and \((count - shown).grouped) more").foreground(.faint).draw(in: &$0)
    }
  }
}

extension ExportFeature.TextSize {
  fileprivate var label: String {
    switch self {
    case .bytes(let count): count.fileSize
    case .noTranscript: "no transcript"
    case .unreadable: "cannot be read"
    }
  }
}
