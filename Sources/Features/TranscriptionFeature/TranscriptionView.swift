public import ComposableArchitecture
import DatabaseClient
import SharedModels
import Styleguide
public import TerminalUI

/// The transcripts that are being made, wait, failed, or were made today, and below them what is
/// known of the chosen one.
public struct TranscriptionView: View {
  static let listID = "transcriptions"

  private let state: TranscriptionFeature.State
  private let timeZone: TimeZone

  /// - Parameters:
  ///   - store: The feature.
  ///   - timeZone: Where the times are told.
  @MainActor
  public init(_ store: StoreOf<TranscriptionFeature>, timeZone: TimeZone = .current) {
    state = store.state
    self.timeZone = timeZone
  }

  public var widths: Extent { .flexible(minimum: 1) }

  public func heights(width: Int) -> Extent { screen(hasDetail: true).heights(width: width) }

  public func draw(in canvas: inout Canvas) {
    // On a small terminal the list matters more.
    screen(hasDetail: canvas.size.height >= 8).draw(in: &canvas)
  }

  private func screen(hasDetail: Bool) -> any View {
    VStack {
      HStack(spacing: 1) {
        Text("Transcripts").bold().priority(1)
        Spacer()
        Text(summary).foreground(.faint)
      }
      Divider()
      if let problem = state.workProblem ?? state.libraryProblem {
        Paragraph(problem).foreground(.wrong)
      }
      content.frame(maxWidth: Extent.unlimited, minHeight: 1, maxHeight: Extent.unlimited)
        .priority(1)
      if hasDetail, let item = state.detailed { Detail(item: item, state: state) }
      HelpFooter(help)
    }
    .overlay(dialog)
  }

  private var summary: String {
    let counts: [(TranscriptionJob.State, String)] = [
      (.running, "being made"), (.queued, "waiting"), (.failed, "failed"), (.done, "done today"),
    ]
    let parts = counts.compactMap { kind, words -> String? in
      let count = state.queue.count(kind)
      return count == 0 ? nil : "\(count) \(words)"
    }
    return ((state.isPaused ? ["paused"] : []) + parts).joined(separator: ", ")
  }

  private var content: any View {
    let items = state.queue.items
    guard !items.isEmpty
    else {
      guard state.libraryProblem == nil
      else { return Empty() }
      return VStack(alignment: .center) {
        Spacer()
        (state.isLoaded
          ? Paragraph("Every memo that was to be transcribed is.", alignment: .center) as any View
          : Label("Loading\u{2026}")).foreground(.faint)
        Spacer()
      }
      .frame(maxWidth: Extent.unlimited, maxHeight: Extent.unlimited, alignment: .center)
    }
    return List(count: items.count, state: state.list, id: Self.listID) { index in
      JobRow(item: items[index], progress: state.progress(of: items[index]), timeZone: timeZone)
    }
  }

  private var help: [HelpFooter.Item] {
    switch state.destination {
    case .alert: return []
    case .model: return [.init("enter", "transcribe with it"), .init("esc", "cancel")]
    case nil: break
    }
    var items: [HelpFooter.Item] = []
    if state.workProblem ?? state.libraryProblem != nil { items.append(.init("t", "try again")) }
    if !state.cancelled.isEmpty { items.append(.init("u", "put back")) }
    if let selected = state.selected {
      items.append(.init("enter", "open"))
      switch selected.job.state {
      case .queued, .running: items.append(.init("c", "cancel"))
      case .failed: items.append(.init("r", "retry"))
      case .done: items.append(.init("r", "make anew"))
      case .cancelled: break
      }
      items.append(.init("m", "other model"))
    } else if !state.queue.items.isEmpty {
      items.append(.init("\u{2191}\u{2193}", "choose"))
    }
    if state.queue.count(.failed) > 1 { items.append(.init("R", "retry all")) }
    return items + [.init("p", state.isPaused ? "go on" : "pause")]
  }

  private var dialog: (any View)? {
    switch state.destination {
    case .alert(let alert):
      Dialog.alert(
        String(state: alert.title), message: alert.message.map { String(state: $0) } ?? "",
        buttons: alert.buttons.map { button in
          let role: Dialog.Role =
            switch button.role {
            case .cancel: .cancel
            case .destructive: .destructive
            case nil: .standard
            }
          return (String(state: button.label), role)
        })
    case .model(let choice):
      Sheet("Another model") {
        VStack {
          TextField(choice.field, placeholder: "the engine's own").frame(width: 36)
          Text("")
          Paragraph("A name such as tiny.en or small, or a folder.").foreground(.faint)
        }
        .frame(maxWidth: 44)
      }
    case nil: nil
    }
  }
}

extension TranscriptionFeature.State {
  /// What there is most to say of: the chosen one, else the one that is being made.
  fileprivate var detailed: Queue.Item? {
    selected ?? queue.items.first { $0.job.state == .running }
  }
}

/// A memo, and how far its transcript is.
private struct JobRow: View {
  let item: Queue.Item
  let progress: Double
  let timeZone: TimeZone

  var widths: Extent { .flexible(minimum: 1) }
  func heights(width: Int) -> Extent { .fixed(1) }

  func draw(in canvas: inout Canvas) {
    let isWide = canvas.size.width >= 48
    HStack(spacing: 1) {
      sign.frame(width: 1)
      Text(item.recording.shownTitle).priority(1)
      Spacer()
      status(isWide: isWide).priority(2)
      if isWide {
        Text(item.recording.duration.clock).foreground(.faint)
          .frame(minWidth: 7, alignment: .topTrailing).priority(2)
      }
    }
    .draw(in: &canvas)
  }

  private var sign: any View {
    switch item.job.state {
    case .cancelled, .queued: Sign(\.unchecked).foreground(.faint)
    case .done: Sign(\.checked).foreground(.good)
    case .failed: Sign(\.cross).foreground(.wrong)
    case .running: Sign(\.play).foreground(.accent)
    }
  }

  private func status(isWide: Bool) -> any View {
    switch item.job.state {
    case .cancelled, .queued: Text("waiting").foreground(.faint)
    case .done: Text(time).foreground(.faint)
    case .failed: Text("failed").foreground(.wrong)
    case .running:
      HStack(spacing: 1) {
        if isWide { Progress(progress).frame(width: 10) }
        Text("\(Int(progress * 100)) %").frame(width: 5, alignment: .topTrailing)
      }
    }
  }

  private var time: String {
    guard let date = item.job.endedAt
    else { return "done" }
    let style = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
    return String(date.formatted(style).prefix(5))
  }
}

/// What is known of a job: what was said so far, or why there is nothing.
private struct Detail: Component {
  let item: Queue.Item
  let state: TranscriptionFeature.State

  var body: some View {
    VStack {
      Divider()
      Text(facts).foreground(.faint)
      if let note { note.frame(maxHeight: 4) }
    }
  }

  private var facts: String {
    let job = item.job
    let language = job.settings.language
    return
      ([place, "model: \(job.model ?? "the engine's own")"]
      + (language.map { ["language: \($0)"] } ?? []))
      .joined(separator: ", ")
  }

  private var place: String {
    switch item.job.state {
    case .cancelled, .queued: "Waiting"
    case .done: "Done"
    case .failed: "Failed"
    case .running:
      state.work.recordingID == item.id ? "Being made" : "Being made by another program"
    }
  }

  private var note: (any View)? {
    switch item.job.state {
    case .failed:
      return Paragraph(item.job.reason ?? "It is not known why.").foreground(.wrong)
    case .running:
      guard let text = state.texts[item.job.id]?.text, !text.isEmpty
      else { return nil }
      return Paragraph(text, scroll: .line(Int.max))
    case .cancelled, .done, .queued:
      return nil
    }
  }
}

extension Recording {
  var shownTitle: String { title.isEmpty ? "Untitled" : title }
}
