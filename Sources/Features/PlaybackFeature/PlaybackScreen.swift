public import ComposableArchitecture
public import ComposableTerminal
import Foundation
import SharedModels
import Styleguide
public import TerminalUI

public struct PlaybackScreen: Screen {
  static let editorID = "editor"
  static let pageID = "transcript"

  public let store: StoreOf<PlaybackFeature>
  private let hasFocus: Bool
  private let timeZone: TimeZone

  public init(
    store: StoreOf<PlaybackFeature>, hasFocus: Bool = true, timeZone: TimeZone = .current
  ) {
    self.store = store
    self.hasFocus = hasFocus
    self.timeZone = timeZone
  }

  public var body: any View {
    VStack {
      title.priority(1)
      facts
      Divider()
      if let remark { Paragraph(remark).foreground(.warning) }
      text.frame(maxWidth: SizeRange.unlimited, maxHeight: SizeRange.unlimited)
      if let editing = store.editing, let label = editing.target.label {
        field(editing, label: label)
      }
      if let find = store.find, store.transcript.is(\.loaded) { findLine(find) }
      if store.isFindingSpeakers {
        Label("Detecting speakers\u{2026}").foreground(.faint).priority(1)
      }
      PlaybackPosition(store.state).priority(1)
      if hasFocus { footer }
    }
  }

  public var name: String { "Open memo" }

  public var front: (any Screen)? {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .alert(let alert): self.alert(alert, \.destination, \.alert)
    case .copy(let store): ChoiceSheet(store: store)
    case .speakers(let store): ChoiceSheet(store: store)
    case .time(let store): TextSheet(store: store)
    case nil: nil
    }
  }

  private var title: any View {
    if let editing = store.editing, editing.target == .title {
      return TextField(editing.field, placeholder: untitled).underline()
    }
    let recording = store.state.recording
    return HStack(spacing: 1) {
      recording.title.isEmpty
        ? Text(untitled).foreground(.faint) as any View : Text(recording.title).bold(hasFocus)
      if recording.isFavorite { Sign(\.star).foreground(.warning) }
    }
  }

  private var untitled: String { "Untitled, \(day)" }

  private var day: String {
    var time = LocalTime(timeZone: timeZone)
    return time.day(of: store.state.recording.date)
  }

  private var facts: any View {
    if let editing = store.editing, editing.target == .tags {
      return HStack(spacing: 1) {
        Text("Tags:").foreground(.accent)
        TextField(editing.field, placeholder: "separated by commas").underline()
      }
    }
    return Facts([day, store.state.recording.duration.brief] + store.state.recording.tags)
      .foreground(.faint)
  }

  private var remark: String? {
    store.transcript.loaded?.transcription.details.isForeign == true
      ? "This does not sound like English; try 'speechmemo models use base'." : nil
  }

  private var text: any View {
    switch store.transcript {
    case .failed(let reason):
      return note("The transcript cannot be read: \(reason)", .wrong)

    case .loaded(let transcript):
      guard !transcript.text.isEmpty
      else {
        let remark = transcript.transcription.isTooFaint ? " Some of it may be too faint." : ""
        return note("No speech detected.\(remark)", .faint)
      }
      return TextPage(
        transcript.text, id: Self.pageID, highlights: highlights(transcript),
        notes: transcript.paragraphs.map { TextPage.Note($0.start.clock, at: $0.offset) },
        wordOffsets: transcript.wordOffsets,
        scroll: store.scroll.map { .to($0) } ?? .following(focusedWord(transcript)))

    case .loading:
      return Label("Loading\u{2026}").foreground(.faint)

    case .missing:
      switch store.state.recording.transcription {
      case .failed(let reason): return note("Transcription failed: \(reason)", .wrong)
      case .queued: return note("Waiting to be transcribed.", .faint)
      case .running(let progress):
        return note("Transcribing: \(Int(progress * 100))%", .faint)
      case .cancelled, .done, .none, .unknown: return note("This memo has no transcript.", .faint)
      }
    }
  }

  private func note(_ text: String, _ role: Color.Role) -> any View {
    Paragraph(text).foreground(role)
  }

  private func focusedWord(_ transcript: Transcript) -> Int {
    store.withState(\.focusedWord).map { transcript.ranges[$0].lowerBound } ?? 0
  }

  /// Sorted by position. Where two overlap, only the more important one is kept.
  private func highlights(_ transcript: Transcript) -> [Paragraph.Highlight] {
    var highlights: [Paragraph.Highlight] = []
    func add(_ range: Range<Int>, _ style: Style) {
      guard !range.isEmpty, !highlights.contains(where: { $0.range.overlaps(range) })
      else { return }
      highlights.append(Paragraph.Highlight(range, style: style))
    }
    if let index = store.selectedWordIndex {
      add(transcript.ranges[index], Style(attributes: [.reverse, .underline]))
    }
    if let index = store.currentWordIndex {
      add(
        transcript.ranges[index],
        Style(
          foreground: .role(.spokenText), background: .role(.spoken), attributes: .bold))
    }
    let main = highlights
    let rest =
      (store.find?.matches ?? []).map { ($0, Style.role(.hit)) }
      + transcript.lowConfidenceRanges.map { ($0, Style.role(.faint)) }
      + transcript.speakerRanges.map {
        ($0, Style(foreground: .role(.accent), attributes: .bold))
      }
    highlights += rest.lazy
      .filter { range, _ in !main.contains { $0.range.overlaps(range) } }
      .map { Paragraph.Highlight($0, style: $1) }
    if let range = store.editing?.target.segments.flatMap(transcript.textRange) {
      highlights.removeAll { $0.range.overlaps(range) }
      highlights.append(Paragraph.Highlight(range, style: Style(attributes: .underline)))
    }
    return highlights.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func field(_ editing: PlaybackFeature.Editing, label: String) -> any View {
    HStack(spacing: 1) {
      Text(label).foreground(.accent)
      if editing.target.segments == nil {
        TextField(editing.field).underline()
      } else {
        TextEditor(editing.field, id: Self.editorID, maxHeight: Self.editorHeight).underline()
      }
    }
    .priority(2)
  }

  /// Leaves the text visible on a terminal of 24 rows.
  private static let editorHeight = 10

  private func findLine(_ find: PlaybackFeature.Find) -> any View {
    HStack(spacing: 1) {
      Text("Find:").foreground(.accent)
      if find.isTyping {
        TextField(find.field, placeholder: "words to find")
      } else {
        Text(find.field.text)
      }
      Label(count(of: find)).foreground(.faint).priority(1)
    }
    .priority(2)
  }

  private func count(of find: PlaybackFeature.Find) -> String {
    if let current = find.current {
      return "\((current + 1).grouped) of \(find.matches.count.grouped)"
    }
    return find.field.text.isEmpty ? "" : "no matches"
  }
}

extension PlaybackFeature.Editing.Target {
  fileprivate var label: String? {
    switch self {
    case .segment, .segments: "Edit:"
    case .speaker: "Speaker:"
    case .tags, .title: nil
    }
  }
}
