public import ComposableArchitecture
import ComposableTerminal
import Foundation
import ExportFeature
import ImportFeature
import OnboardingFeature
import PlaybackFeature
import RecordMemoFeature
import RecordingsListFeature
import SearchFeature
import SettingsFeature
import SharedSettings
import StatsFeature
import Styleguide
public import TerminalUI
import TranscriptionFeature

/// The app: where one is, what is there, and what the keys do everywhere.
@MainActor
public struct AppView {
  let store: StoreOf<AppFeature>
  let timeZone: TimeZone

  /// - Parameters:
  ///   - store: The app.
  ///   - timeZone: For the dates of memos.
  public init(_ store: StoreOf<AppFeature>, timeZone: TimeZone = .current) {
    self.store = store
    self.timeZone = timeZone
  }

  /// What is shown now.
  public var view: any View {
    ScreenFrame(header: header, content: content, footer: footer).overlay(front)
  }

  /// Whose colours it is drawn in: those that the person has set.
  public var appearance: Appearance { store.settings.settings.theme.appearance }

  /// The memo that is open, on top of all others.
  var playback: StoreOf<PlaybackFeature>? {
    guard let screen = store.scope(state: \.path, action: \.path).last
    else { return nil }
    return switch screen.case {
    case .playback(let store): store
    }
  }

  var record: StoreOf<RecordMemoFeature>? {
    store.scope(
      state: \.destination?.record, action: \.destination.presented.record)
  }

  var importFiles: StoreOf<ImportFeature>? {
    store.scope(
      state: \.destination?.importFiles, action: \.destination.presented.importFiles)
  }

  private var header: any View {
    HStack(spacing: 2) {
      place.priority(1)
      Spacer()
      TranscriptionStatus(transcription)
    }
  }

  /// The queue asks before it replaces what a person has edited, wherever that person is.
  var isAskedAboutTranscripts: Bool { store.transcription.destination != nil }

  var recordingsList: StoreOf<RecordingsListFeature> {
    store.scope(state: \.recordingsList, action: \.recordingsList)
  }

  var search: StoreOf<SearchFeature> { store.scope(state: \.search, action: \.search) }

  var settings: StoreOf<SettingsFeature> { store.scope(state: \.settings, action: \.settings) }

  var transcription: StoreOf<TranscriptionFeature> {
    store.scope(state: \.transcription, action: \.transcription)
  }

  var export: StoreOf<ExportFeature>? {
    store.scope(state: \.destination?.export, action: \.destination.presented.export)
  }

  var statistics: StoreOf<StatsFeature>? {
    store.scope(state: \.statistics, action: \.statistics)
  }

  var onboarding: StoreOf<OnboardingFeature>? {
    store.scope(
      state: \.destination?.onboarding, action: \.destination.presented.onboarding)
  }

  private var place: any View {
    if record != nil { return NavigationBar([store.tab.title, "Record"]) }
    if onboarding != nil { return NavigationBar(["SpeechMemo"]) }
    if export != nil { return NavigationBar([store.tab.title, "Export"]) }
    if let playback {
      let title = playback.recording.title
      return NavigationBar([store.tab.title, title.isEmpty ? "Untitled" : title])
    }
    let tabs = Tab.allCases
    return Tabs(tabs.map(\.title), selection: tabs.firstIndex(of: store.tab) ?? 0)
  }

  private var content: any View {
    // Recording fills the screen: it is all that matters then.
    if let record { return RecordMemoScreen(store: record).view }
    if let export { return ExportScreen(store: export).view }
    if let onboarding { return OnboardingScreen(store: onboarding).view }
    if isAskedAboutTranscripts { return TranscriptionScreen(store: transcription, timeZone: timeZone).view }
    if let playback { return PlaybackScreen(store: playback).view }
    return switch store.tab {
    case .memos:
      RecordingsListScreen(store: recordingsList, timeZone: timeZone).view
    case .queue: TranscriptionScreen(store: transcription, timeZone: timeZone).view
    case .search: SearchScreen(store: search).view
    case .settings: SettingsScreen(store: settings).view
    case .statistics:
      statistics.map { StatsScreen(store: $0, timeZone: timeZone).view } ?? Empty() as any View
    }
  }

  private var footer: any View {
    if let notice = store.notice { return Text(notice).foreground(.good) }
    return HelpFooter(keys.compactMap(\.item) + [.init("ctrl+c", "quit")])
  }

  /// What stands in front of all else.
  private var front: (any View)? {
    switch store.destination {
    case .alert(let alert): dialog(alert)
    case .help: HelpSheet(isMemoOpen: playback != nil)
    case .importFiles: importFiles.map { ImportScreen(store: $0).view }
    case .export, .onboarding, .record, nil: nil
    }
  }

  private func dialog(_ alert: AlertState<Never>) -> any View {
    Dialog.alert(
      String(state: alert.title), message: alert.message.map { String(state: $0) } ?? "",
      buttons: alert.buttons.map { (String(state: $0.label), .cancel) })
  }
}

/// A line above, a line below, and between them what matters: on a low terminal it is alone.
private struct ScreenFrame: View {
  let header: any View
  let content: any View
  let footer: any View

  var widths: Extent { .flexible() }
  func heights(width: Int) -> Extent { .flexible() }

  func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let above = height > 6 ? 1 : 0
    let below = height > 9 ? 1 : 0
    canvas.within(Rect(x: 0, y: 0, width: width, height: above)) { header.draw(in: &$0) }
    canvas.within(Rect(x: 0, y: above, width: width, height: height - above - below)) {
      content.draw(in: &$0)
    }
    canvas.within(Rect(x: 0, y: height - below, width: width, height: below)) {
      footer.draw(in: &$0)
    }
  }
}
