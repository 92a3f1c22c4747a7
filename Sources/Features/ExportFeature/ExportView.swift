public import ComposableArchitecture
import Foundation
import SharedModels
import Styleguide
public import TerminalUI
import TranscriptExport

/// What to export and where to, and below it the beginning of what will be written.
public struct ExportView: Component {
  private let state: ExportFeature.State

  @MainActor
  public init(_ store: StoreOf<ExportFeature>) {
    state = store.state
  }

  public var body: some View {
    VStack {
      Text(title).bold()
      Divider()
      switch state.phase {
      case .choosing:
        state.fields.map(row)
        Divider()
        preview.frame(maxWidth: Extent.unlimited, minHeight: 1, maxHeight: Extent.unlimited)
        if let problem = state.problem {
          Paragraph(problem.firstLetterUppercased).foreground(.wrong).priority(2)
        }
      case .exporting: progress
      case .finished(let leftOut): outcome(leftOut)
      }
      HelpFooter(help).priority(1)
    }
    .overlay(state.alert.map(dialog))
  }

  private var title: String {
    guard state.recordings.count == 1, let recording = state.recordings.first
    else { return "Export \(state.recordings.count) memos" }
    return "Export '\(recording.title.isEmpty ? "Untitled" : recording.title)'"
  }

  // MARK: What is chosen

  private func row(_ field: ExportFeature.Field) -> any View {
    let isFocused = state.field == field && state.phase == .choosing
    return HStack(spacing: 1) {
      Text(field.label).foreground(isFocused ? .accent : .faint).bold(isFocused)
        .frame(width: 8).priority(1)
      switch field {
      case .content: Choice(state.content.label, isFocused: isFocused)
      case .folder: TextField(state.folder, placeholder: "here", isFocused: isFocused)
      case .lineCount:
        Choice("\(state.options.lineCount) at once", isFocused: isFocused)
      case .lineLength: Choice("\(state.options.lineLength) columns", isFocused: isFocused)
      case .name: TextField(state.name, placeholder: "a name is needed", isFocused: isFocused)
      }
    }
    .tag(field)
  }

  // MARK: What comes of it

  private var preview: any View {
    if state.content == .audio { return Paragraph(sound).foreground(.faint) }
    switch state.preview {
    case .loading: return Label("Loading…").foreground(.faint)
    // The reason stands below already, once an export was refused for it.
    case .missing(let reason) where reason == state.problem: return Empty()
    case .missing(let reason): return Paragraph(reason.firstLetterUppercased).foreground(.warning)
    case .text(let text):
      return text.isEmpty ? Text("Nothing was said.").foreground(.faint) : Paragraph(text)
    }
  }

  private var sound: String {
    let (bytes, duration) = state.recordings.reduce((Int64(0), Duration.zero)) {
      ($0.0 + $1.audio.byteCount, $0.1 + $1.duration)
    }
    return "The sound as it is kept: \(duration.clock), \(bytes.fileSize)."
  }

  private var progress: any View {
    let (done, all) = (state.written.count, state.recordings.count)
    return VStack {
      Label(all == 1 ? "Writing…" : "Writing \(min(all, done + 1)) of \(all)…").foreground(.faint)
      Progress(Double(done) / Double(max(1, all)))
      Spacer()
    }
    .frame(maxHeight: Extent.unlimited)
  }

  private func outcome(_ leftOut: [String]) -> any View {
    VStack {
      switch state.written.count {
      case 0: Text("Nothing was written.").foreground(.warning)
      case 1: Paragraph("Written: \(state.written[0].path)").foreground(.good)
      case let count:
        Paragraph("\(count) files written to \(state.written[0].deletingLastPathComponent().path)")
          .foreground(.good)
      }
      if !leftOut.isEmpty {
        Text("")
        Text(leftOut.count == 1 ? "Left out:" : "\(leftOut.count) were left out:")
          .foreground(.warning)
        // Of thousands the first ones show what is wrong.
        leftOut.prefix(50).map { Paragraph($0.firstLetterUppercased) as any View }
      }
      Spacer()
    }
    .frame(maxWidth: Extent.unlimited, maxHeight: Extent.unlimited)
  }

  private var help: [HelpFooter.Item] {
    switch state.phase {
    case .choosing:
      let change =
        state.field.isChoice ? [HelpFooter.Item("←→", "change")] : []
      return [.init("enter", "export")] + change
        + [.init("tab", "next"), .init("esc", "cancel")]
    case .exporting: return [.init("esc", "stop")]
    case .finished: return [.init("enter", "done")]
    }
  }

  private func dialog(_ alert: AlertState<ExportFeature.Action.Alert>) -> any View {
    Dialog.alert(
      String(state: alert.title), message: alert.message.map { String(state: $0) } ?? "",
      buttons: alert.buttons.map {
        (String(state: $0.label), $0.role == .destructive ? .destructive : .cancel)
      },
      // The return key must not do what cannot be undone.
      selection: alert.buttons.firstIndex { $0.role == .cancel } ?? 0)
  }
}

/// One of several, with arrows to where the others are.
private struct Choice: View {
  let label: String
  let isFocused: Bool

  init(_ label: String, isFocused: Bool) {
    self.label = label
    self.isFocused = isFocused
  }

  var widths: Extent { Extent(minimum: 3, ideal: label.columns + 4, maximum: label.columns + 4) }
  func heights(width: Int) -> Extent { .fixed(1) }

  func draw(in canvas: inout Canvas) {
    let arrows = Style.role(isFocused ? .accent : .faint)
    let room = max(0, canvas.size.width - 4)
    let shown = label.truncated(toColumns: room, ellipsis: canvas.glyphs.ellipsis)
    canvas.put(canvas.glyphs.more.left, x: 0, y: 0, style: arrows)
    canvas.put(shown, x: 2, y: 0, style: Style(attributes: isFocused ? .bold : []))
    canvas.put(canvas.glyphs.more.right, x: shown.columns + 3, y: 0, style: arrows)
  }
}

extension ExportFeature.Field {
  fileprivate var label: String {
    switch self {
    case .content: "Form"
    case .folder: "Folder"
    case .lineCount: "Lines"
    case .lineLength: "Line"
    case .name: "Name"
    }
  }

  /// Whether arrows change it, and not letters.
  var isChoice: Bool {
    switch self {
    case .content, .lineCount, .lineLength: true
    case .folder, .name: false
    }
  }
}

extension ExportContent {
  fileprivate var label: String {
    switch self {
    case .audio: "Sound"
    case .transcript(.json): "JSON"
    case .transcript(.md): "Markdown"
    case .transcript(.srt): "Subtitles (SRT)"
    case .transcript(.txt): "Text"
    case .transcript(.vtt): "Subtitles (VTT)"
    }
  }
}

extension String {
  fileprivate var firstLetterUppercased: String { prefix(1).uppercased() + dropFirst() }
}
