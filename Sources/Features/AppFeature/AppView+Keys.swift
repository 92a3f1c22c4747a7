import ComposableArchitecture
import ComposableTerminal
import ExportFeature
import ImportFeature
import OnboardingFeature
import PlaybackFeature
import RecordMemoFeature
import RecordingsListFeature
import SearchFeature
import SettingsFeature
import StatsFeature
public import TerminalUI
import TranscriptionFeature

extension AppView {
  /// Does what a key or the mouse says. What is open gets it first; what is of no use there may be
  /// of use to the app.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - frame: What the person sees.
  /// - Returns: Whether it is of use.
  @discardableResult
  public func handle(_ event: Event, _ frame: Frame) -> Bool {
    switch store.destination {
    case .alert, .help:
      switch event {
      case .key, .paste: store.send(.destination(.dismiss))
      case .mouse(let mouse) where mouse.kind == .press: store.send(.destination(.dismiss))
      case .background, .focus, .mouse, .resize: break
      }
      return true

    case .export:
      return export.map { ExportScreen(store: $0).handle(event, in: frame) } ?? true

    case .importFiles:
      return importFiles.map { ImportScreen(store: $0).handle(event, in: frame) } ?? true

    case .onboarding:
      return onboarding.map { OnboardingScreen(store: $0).handle(event, in: frame) } ?? true

    case .record:
      return handleRecording(event, frame)

    case nil:
      return handleInContent(event, frame) || handleAnywhere(event, frame)
    }
  }

  private func handleRecording(_ event: Event, _ frame: Frame) -> Bool {
    guard let record, !RecordMemoScreen(store: record).handle(event, in: frame)
    else { return true }
    switch event {
    case .key(.escape), .key("q"):
      // Nobody closes a recording that goes on.
      if record.recordingMemo == nil { store.send(.destination(.dismiss)) }
    default: break
    }
    return true
  }

  private func handleInContent(_ event: Event, _ frame: Frame) -> Bool {
    if isAskedAboutTranscripts { return TranscriptionScreen(store: transcription).handle(event, in: frame) }
    if let playback { return PlaybackScreen(store: playback).handle(event, in: frame) }
    return switch store.tab {
    case .memos: RecordingsListScreen(store: recordingsList).handle(event, in: frame)
    case .queue: TranscriptionScreen(store: transcription).handle(event, in: frame)
    case .search: SearchScreen(store: search).handle(event, in: frame)
    case .settings: SettingsScreen(store: settings).handle(event, in: frame)
    case .statistics: statistics.map { StatsScreen(store: $0).handle(event, in: frame) } ?? false
    }
  }

  private func handleAnywhere(_ event: Event, _ frame: Frame) -> Bool {
    switch event {
    case .key(.escape):
      if playback != nil {
        store.send(.backButtonTapped)
      } else if store.tab != .memos {
        store.send(.tabSelected(.memos))
      } else {
        return false
      }
    case .key(let key):
      if let tab = Tab.allCases.first(where: { $0.key == key }) {
        store.send(.tabSelected(tab))
        return true
      }
      guard let action = keys.first(where: { $0.keys.contains(key) })?.action
      else { return false }
      store.send(action)
    case .mouse(let mouse) where mouse.kind == .press:
      if let tab = frame.tag(Tabs.Tab.self, at: mouse.point),
        Tab.allCases.indices.contains(tab.index)
      {
        store.send(.tabSelected(Tab.allCases[tab.index]))
      } else if let level = frame.tag(NavigationBar.Level.self, at: mouse.point), level.depth == 0 {
        store.send(.backButtonTapped)
      } else {
        return false
      }
    default: return false
    }
    return true
  }

  /// What the keys do wherever one is; the line at the bottom names the most important.
  var keys: [AppKey] {
    // A recording has keys of its own, and nothing else does anything meanwhile.
    if let record {
      return record.recordingMemo == nil
        ? [AppKey([.escape], "close", .destination(.dismiss))] : []
    }
    if onboarding != nil || export != nil { return [] }
    let hasMemoInHand = store.withState { $0.currentRecording != nil }
    let help = AppKey(["?", .function(1)], "help", .helpButtonTapped)
    let record = AppKey(
      store.tab == .search && playback == nil ? [.ctrl("n")] : ["n", .ctrl("n")], "record",
      .recordButtonTapped)
    if playback != nil {
      return [
        AppKey([.escape], "back", .backButtonTapped),
        AppKey(["x"], "export", .exportButtonTapped), record,
        AppKey(["d", .delete], "delete", .deleteMemoButtonTapped),
        AppKey(["T"], "transcribe", .transcribeButtonTapped), help,
      ]
    }
    return [
      record,
      AppKey(
        store.tab == .search ? [.ctrl("o")] : ["i", .ctrl("o")], "import", .importButtonTapped),
      AppKey(
        [.tab], store.tab.moved(by: 1).title.lowercased(), .tabSelected(store.tab.moved(by: 1))),
      AppKey(hasMemoInHand ? ["x"] : [], "export", .exportButtonTapped),
      AppKey(hasMemoInHand ? ["T"] : [], nil, .transcribeButtonTapped),
      AppKey([.backtab], nil, .tabSelected(store.tab.moved(by: -1))),
      help,
    ]
  }
}

/// Keys that do the same, and what they do.
struct AppKey {
  let keys: [Key]
  let label: String?
  let action: AppFeature.Action

  init(_ keys: [Key], _ label: String?, _ action: AppFeature.Action) {
    self.keys = keys
    self.label = label
    self.action = action
  }

  /// What the line at the bottom says; `nil` for what goes without saying.
  var item: HelpFooter.Item? {
    guard let label, let key = keys.first
    else { return nil }
    return HelpFooter.Item(key == .escape ? "esc" : "\(key)", label)
  }
}
