public import ComposableArchitecture
public import ComposableTerminal
import Foundation
import SharedModels
import Styleguide
public import TerminalUI
import TranscriptExport

public struct ExportScreen: Screen {
  static let listID = "skipped"

  public let store: StoreOf<ExportFeature>

  public init(store: StoreOf<ExportFeature>) {
    self.store = store
  }

  public var body: any View {
    VStack {
      Text(title).bold()
      Divider()
      switch store.phase {
      case .choosing:
        store.fields.map(row)
        Divider()
        preview.frame(maxWidth: SizeRange.unlimited, minHeight: 1, maxHeight: SizeRange.unlimited)
        if let problem = store.problem {
          Paragraph(problem.firstLetterUppercased).foreground(.wrong).priority(2)
        }
      case .exporting: progress
      case .finished(let skipped): outcome(skipped)
      }
      footer.priority(1)
    }
  }

  public var front: (any Screen)? { alert(store.alert, \.alert) }

  private var title: String {
    let recordings = store.recordings
    guard recordings.count == 1, let recording = recordings.first
    else { return "Export \(recordings.count.counted("memo"))" }
    return "Export '\(recording.displayTitle)'"
  }

  private func row(_ field: ExportFeature.Field) -> any View {
    let isFocused = store.field == field
    return HStack(spacing: 1) {
      Text(field.label).foreground(isFocused ? .accent : .faint).bold(isFocused)
        .frame(width: 8).priority(1)
      switch field {
      case .content: ArrowPicker(store.content.label, isFocused: isFocused)
      case .folder: TextField(store.folder, placeholder: "here", isFocused: isFocused)
      case .lineCount:
        ArrowPicker("\(store.options.lineCount) per subtitle", isFocused: isFocused)
      case .lineLength: ArrowPicker("\(store.options.lineLength) columns", isFocused: isFocused)
      case .name: TextField(store.name, placeholder: "enter a file name", isFocused: isFocused)
      }
    }
    .tag(field)
  }

  private var preview: any View {
    guard store.recordings.count == 1
    else {
      return VStack {
        if store.content == .audio { Paragraph(audioSummary).foreground(.faint).priority(1) }
        FileList(store.state)
      }
    }
    if store.content == .audio { return Paragraph(audioSummary).foreground(.faint) }
    switch store.preview {
    case .loading: return Label("Loading…").foreground(.faint)
    // After a refused export, the line below shows the reason.
    case .missing(let reason) where reason == store.problem: return Empty()
    case .missing(let reason): return Paragraph(reason.firstLetterUppercased).foreground(.warning)
    case .text(let text):
      guard text.isEmpty
      else { return Paragraph(text) }
      return Text(
        store.content == .transcript(.rttm) ? "No speakers detected." : "No speech detected."
      ).foreground(.faint)
    }
  }

  private var audioSummary: String {
    let duration = store.recordings.reduce(Duration.zero) { $0 + $1.duration }
    let size = store.recordings.audioByteCount.fileSize
    return "The stored audio, unchanged: \(duration.clock), \(size)."
  }

  private var progress: any View {
    let (done, all) = (store.written.count, store.recordings.count)
    return VStack {
      Label(all == 1 ? "Writing…" : "Writing \(min(all, done + 1).grouped) of \(all.grouped)…")
        .foreground(.faint)
      Progress(Double(done) / Double(max(1, all)))
      Spacer()
    }
    .frame(maxHeight: SizeRange.unlimited)
  }

  private func outcome(_ skipped: [String]) -> any View {
    VStack {
      switch store.written.count {
      case 0: Text("Nothing was written.").foreground(.warning)
      case 1: Paragraph("Wrote \(store.written[0].path)").foreground(.good)
      case let count:
        Paragraph(
          "Wrote \(count.counted("file")) to "
            + store.written[0].deletingLastPathComponent().path
        )
        .foreground(.good)
      }
      if !skipped.isEmpty {
        Text("")
        Text(skipped.count == 1 ? "Skipped:" : "\(skipped.count.grouped) memos were skipped:")
          .foreground(.warning)
        if skipped.count > 1 {
          List(count: skipped.count, state: store.list, id: Self.listID) {
            Text(skipped[$0].firstLetterUppercased)
          }
          .frame(minHeight: 1, maxHeight: skipped.count)
          Divider()
        }
        if let reason = store.list.selected(in: skipped) {
          Paragraph(reason.firstLetterUppercased).priority(1)
        }
      }
      Spacer()
    }
    .frame(maxWidth: SizeRange.unlimited, maxHeight: SizeRange.unlimited)
  }
}

private struct ArrowPicker: LineView {
  let label: String
  let isFocused: Bool

  init(_ label: String, isFocused: Bool) {
    self.label = label
    self.isFocused = isFocused
  }

  var widths: SizeRange {
    SizeRange(minimum: 3, ideal: label.columns + 4, maximum: label.columns + 4)
  }

  func draw(in canvas: inout Canvas) {
    let arrows = Style.role(isFocused ? .accent : .faint)
    let room = max(0, canvas.size.width - 4)
    let shown = label.truncated(toColumns: room, ellipsis: canvas.glyphs.ellipsis)
    canvas.put(canvas.glyphs.arrows.left, x: 0, y: 0, style: arrows)
    canvas.put(shown, x: 2, y: 0, style: Style(attributes: isFocused ? .bold : []))
    canvas.put(canvas.glyphs.arrows.right, x: shown.columns + 3, y: 0, style: arrows)
  }
}

extension ExportFeature.Field {
  fileprivate var label: String {
    switch self {
    case .content: "Format"
    case .folder: "Folder"
    case .lineCount: "Lines"
    case .lineLength: "Width"
    case .name: "Name"
    }
  }
}

extension ExportContent {
  fileprivate var label: String {
    switch self {
    case .audio: "Audio"
    case .transcript(.json): "JSON"
    case .transcript(.md): "Markdown"
    case .transcript(.rttm): "Speakers (RTTM)"
    case .transcript(.srt): "Subtitles (SRT)"
    case .transcript(.txt): "Text"
    case .transcript(.vtt): "Subtitles (VTT)"
    }
  }
}
