public import ComposableArchitecture
public import ComposableTerminal
import Foundation
import SharedModels
import Styleguide
public import TerminalUI

/// A memo's title and its text with the spoken word highlighted, and the playback position.
public struct PlaybackScreen: Screen {
  public let store: StoreOf<PlaybackFeature>
  private let timeZone: TimeZone

  /// - Parameters:
  ///   - store: The feature.
  ///   - timeZone: For the date of the memo.
  public init(store: StoreOf<PlaybackFeature>, timeZone: TimeZone = .current) {
    self.store = store
    self.timeZone = timeZone
  }

  public var body: any View {
    VStack {
      title.priority(1)
      Facts(facts).foreground(.faint)
      Divider()
      text.frame(maxHeight: SizeRange.unlimited)
      if let editing = store.editing, editing.target != .title { field(editing) }
      position.priority(1)
      footer
    }
  }

  public var front: (any Screen)? { alert(store.alert, \.alert) }

  private var title: any View {
    if let editing = store.editing, editing.target == .title {
      return TextField(editing.field, placeholder: untitled).underline()
    }
    let recording = store.recording
    return recording.title.isEmpty
      ? Text(untitled).foreground(.faint) as any View : Text(recording.title).bold()
  }

  private var untitled: String { "Untitled, \(day)" }

  private var day: String {
    var time = LocalTime(timeZone: timeZone)
    return time.day(of: store.recording.date)
  }

  private var facts: [String] {
    [day, store.recording.duration.brief] + store.recording.tags
  }

  // MARK: The text

  private var text: any View {
    switch store.transcript {
    case .failed(let reason):
      return note("The text cannot be read: \(reason)", .wrong)

    case .loaded(let transcript):
      guard !transcript.text.isEmpty
      else { return note("Nothing was said.", .faint) }
      return Paragraph(
        transcript.text, highlights: highlights(transcript.ranges),
        scroll: .following(focusedWord(transcript)))

    case .loading:
      return Label("Loading\u{2026}").foreground(.faint)

    case .missing:
      switch store.recording.transcription {
      case .failed(let reason): return note("It could not be transcribed: \(reason)", .wrong)
      case .queued: return note("Waiting to be transcribed.", .faint)
      case .running(let progress):
        return note("Being transcribed: \(Int(progress * 100)) %", .faint)
      case .cancelled, .done, .none, .unknown: return note("There is no text.", .faint)
      }
    }
  }

  private func note(_ text: String, _ role: Color.Role) -> any View {
    Paragraph(text).foreground(role)
  }

  private func focusedWord(_ transcript: Transcript) -> Int {
    store.withState(\.focusedWord).map { transcript.ranges[$0].lowerBound } ?? 0
  }

  private func highlights(_ ranges: [Range<Int>]) -> [Paragraph.Highlight] {
    let spoken = Style(
      foreground: .role(.spokenText), background: .role(.spoken), attributes: .bold)
    let chosen = Style(attributes: [.reverse, .underline])
    var highlights: [Paragraph.Highlight] = []
    if let index = store.chosenWordIndex {
      highlights.append(Paragraph.Highlight(ranges[index], style: chosen))
    }
    if let index = store.currentWordIndex, index != store.chosenWordIndex {
      highlights.append(Paragraph.Highlight(ranges[index], style: spoken))
    }
    return highlights.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func field(_ editing: PlaybackFeature.Editing) -> any View {
    HStack(spacing: 1) {
      Text("Edit:").foreground(.accent)
      TextField(editing.field).underline()
    }
    .priority(2)
  }

  // MARK: The transport

  private var position: any View {
    HStack(spacing: 1) {
      Sign(sign).foreground(store.mode == .playing ? .accent : .faint)
      Text(Duration.seconds(store.currentTime).clock)
      Progress(store.withState(\.progress))
      Text(store.recording.duration.clock)
      if store.speed != 1 { Label("\(store.speed.formatted())\u{d7}").foreground(.accent) }
      if store.skipsSilence { Text("no silence").foreground(.accent) }
      if store.isAudioGone { Text("audio gone").foreground(.wrong) }
    }
  }

  private var sign: (Glyphs) -> Character {
    switch store.mode {
    case .notPlaying: \.stop
    case .paused: \.pause
    case .playing: \.play
    }
  }
}
