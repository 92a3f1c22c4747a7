public import ComposableArchitecture
public import ComposableTerminal
import Foundation
import DatabaseClient
import SharedModels
import Styleguide
public import TerminalUI

public struct TranscriptionScreen: Screen {
  nonisolated static let listID = "transcriptions"

  public let store: StoreOf<TranscriptionFeature>

  private let timeZone: TimeZone

  public init(store: StoreOf<TranscriptionFeature>, timeZone: TimeZone = .current) {
    self.store = store
    self.timeZone = timeZone
  }

  public var body: any View {
    JobListView(state: store.state, timeZone: timeZone, footer: footer)
  }

  public var front: (any Screen)? {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .alert(let alert): self.alert(alert, \.destination, \.alert)
    case .model(let store): TextSheet(store: store)
    case nil: nil
    }
  }
}

private struct JobListView: View {
  let state: TranscriptionFeature.State
  let timeZone: TimeZone
  let footer: HelpFooter

  var widths: SizeRange { .flexible(minimum: 1) }

  func heights(width: Int) -> SizeRange { content(hasDetail: true).heights(width: width) }

  func draw(in canvas: inout Canvas) {
    // On a small terminal, the list matters more.
    content(hasDetail: canvas.size.height >= 8).draw(in: &canvas)
  }

  private func content(hasDetail: Bool) -> any View {
    VStack {
      HStack(spacing: 1) {
        Text("Transcripts").bold().priority(1)
        Spacer()
        Text(summary).foreground(.faint)
      }
      Divider()
      if let problem = state.problem { Paragraph(problem.sentence).foreground(.wrong) }
      list.frame(maxWidth: SizeRange.unlimited, minHeight: 1, maxHeight: SizeRange.unlimited)
        .priority(1)
      if hasDetail, let item = state.detailItem { JobDetail(item: item, state: state) }
      footer
    }
  }

  private var summary: String {
    let counts: [(TranscriptionJob.State, String)] = [
      (.running, "transcribing"), (.queued, "waiting"), (.failed, "failed"), (.done, "done today"),
    ]
    let parts = counts.compactMap { kind, words -> String? in
      let count = state.queue.count(kind)
      return count == 0 ? nil : "\(count.grouped) \(words)"
    }
    return ((state.work == .paused ? ["paused"] : []) + parts).joined(separator: ", ")
  }

  private var list: any View {
    let items = state.queue.items
    guard !items.isEmpty
    else {
      guard state.libraryProblem == nil
      else { return Empty() }
      return state.isLoaded
        ? Placeholder("All memos are transcribed.") : Placeholder(Label("Loading\u{2026}"))
    }
    return List(count: items.count, state: state.list, id: TranscriptionScreen.listID) { index in
      JobRow(item: items[index], progress: state.progress(of: items[index]), timeZone: timeZone)
    }
  }
}

extension TranscriptionFeature.State {
  fileprivate var detailItem: Queue.Item? {
    selected ?? queue.items.first { $0.job.state == .running }
  }
}

private struct JobRow: LineView {
  let item: Queue.Item
  let progress: Double
  let timeZone: TimeZone

  var widths: SizeRange { .flexible(minimum: 1) }

  func draw(in canvas: inout Canvas) {
    let isWide = canvas.size.width >= 48
    HStack(spacing: 1) {
      sign.frame(width: 1)
      Text(item.recording.displayTitle).priority(1)
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
        Text("\(Int(progress * 100))%").frame(width: 5, alignment: .topTrailing)
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

private struct JobDetail: Component {
  let item: Queue.Item
  let state: TranscriptionFeature.State

  var body: some View {
    VStack {
      Divider()
      Text(facts).foreground(.faint)
      if let note { note }
    }
  }

  private var facts: String {
    let job = item.job
    let language = job.settings.language
    return
      ([place, "model: \(job.model ?? "engine default")"]
      + (language.map { ["language: \($0)"] } ?? []))
      .joined(separator: ", ")
  }

  private var place: String {
    switch item.job.state {
    case .cancelled, .queued: "Waiting"
    case .done: "Done"
    case .failed: "Failed"
    case .running:
      state.running[item.id] != nil ? "Transcribing" : "Transcribing in another process"
    }
  }

  private var note: (any View)? {
    switch item.job.state {
    case .failed:
      return Paragraph(item.job.reason ?? "The reason is unknown.").foreground(.wrong)
    case .running:
      guard let text = state.texts[item.job.id]?.text, !text.isEmpty
      else { return nil }
      return Paragraph(text, scroll: .line(Int.max)).frame(maxHeight: 4)
    case .cancelled, .done, .queued:
      return nil
    }
  }
}
