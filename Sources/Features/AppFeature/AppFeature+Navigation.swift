import AudioRecorderClient
import ComposableArchitecture
import ComposableTerminal
import Foundation
import ExportFeature
import ImportFeature
import OnboardingFeature
public import PlaybackFeature
import RecordMemoFeature
import RecordingCore
import SearchFeature
import SettingsFeature
public import SharedModels
import StatsFeature
public import Tagged

extension AppFeature {
  public struct OpenRequest: Equatable, Sendable {
    public var id: Recording.ID
    public var time = Duration.zero
    public var find: PlaybackFeature.Find?
    public var startsPlayback = false
    public var isBrowsing = false

    public init(
      _ id: Recording.ID, at time: Duration = .zero, find: PlaybackFeature.Find? = nil,
      startsPlayback: Bool = false, isBrowsing: Bool = false
    ) {
      self.id = id
      self.time = time
      self.find = find
      self.startsPlayback = startsPlayback
      self.isBrowsing = isBrowsing
    }
  }

  func start(_ state: State) -> Effect<Action> {
    .merge(
      .send(.recordingsList(.task)),
      .send(.transcription(.task)),
      SettingsFeature().selectPlaybackDevice(state.settings).map(Action.settings),
      .respond(with: Action.unsavedRecordingsResponse) {
        try await recordingFiles.unsavedRecordings()
      })
  }

  func restore(_ state: inout State) -> Effect<Action> {
    let retention = Effect.respond(with: Action.retentionResponse) {
      try await retentionKeeper.run()
    }
    if let link = state.link {
      state.link = nil
      return .merge(open(link, &state), retention)
    }
    if state.destination == nil,
      OnboardingFeature.State.isNeeded(isLibraryEmpty: state.recordings.isEmpty)
    {
      return .merge(
        show(state.tab, &state), present(.onboarding(OnboardingFeature.State()), &state), retention)
    }
    if let effect = resumeTyping(&state) { return .merge(effect, retention) }
    let effects = state.navigation.path.map { memo in
      state.recordings[id: memo.id] == nil
        ? .none : push(OpenRequest(memo.id, at: .seconds(memo.time)), &state)
    }
    return .merge([show(state.tab, &state), retention] + effects)
  }

  func show(_ tab: Tab, _ state: inout State) -> Effect<Action> {
    state.tab = tab
    state.statistics = tab == .statistics ? StatsFeature.State() : nil
    // The settings start the engine to check it, so only when they are shown.
    return switch tab {
    case .memos, .queue, .search: .none
    case .settings: .send(.settings(.task))
    case .statistics: .send(.statistics(.task))
    }
  }

  /// Every link shows a tab: at launch, none has been shown yet.
  func open(_ link: DeepLink, _ state: inout State) -> Effect<Action> {
    switch link {
    case .record:
      return .merge(
        show(state.tab, &state), present(.record(RecordMemoFeature.State()), &state))

    case .recording(let text, let time):
      let ids = state.recordings.ids.filter {
        $0.text.hasPrefix(text.lowercased())
      }
      guard let id = ids.first, ids.count == 1
      else {
        state.destination = .alert(.linkNotFound(id: text, count: ids.count))
        return show(state.tab, &state)
      }
      return .merge(
        show(.memos, &state), openMemo(OpenRequest(id, at: time ?? .zero), &state))

    case .recordings:
      return show(.memos, &state)

    case .search(let words):
      return .merge(
        show(.search, &state),
        SearchFeature().search(for: words, &state.search).map(Action.search))

    case .queue:
      return show(.queue, &state)

    case .settings:
      return show(.settings, &state)

    case .statistics:
      return show(.statistics, &state)
    }
  }

  func openMemo(_ request: OpenRequest, _ state: inout State) -> Effect<Action> {
    guard state.recordings[id: request.id] != nil
    else { return notify("That memo is no longer in the library.", &state) }
    if let id = state.path.ids.last, let open = state.path.last?.playback {
      if open.recording.id == request.id {
        state.isBrowsing = request.isBrowsing
        return go(to: request, in: id, &state)
      }
      guard !open.hasUnsavedEdits
      else {
        state.closeRequest = .replace(id, request)
        return .none
      }
    }
    state.path.removeAll()
    return push(request, &state)
  }

  private func go(
    to request: OpenRequest, in id: StackElementID, _ state: inout State
  ) -> Effect<Action> {
    let seek =
      request.time > .zero
      ? changePlayback(id, &state) { PlaybackFeature().seek(to: request.time / .seconds(1), &$0) }
      : .none
    if let find = request.find { state.path[id: id]?.modify(\.playback) { $0.show(find) } }
    let play: Effect<Action> =
      request.startsPlayback && state.path[id: id]?.playback?.mode != .playing
      ? .send(.path(.element(id: id, action: .playback(.playRequested)))) : .none
    return .concatenate(seek, play)
  }

  /// For effects that may outlive the memo; others are started by an action that it receives.
  private func changePlayback(
    _ id: StackElementID, _ state: inout State,
    _ change: (inout PlaybackFeature.State) -> Effect<PlaybackFeature.Action>
  ) -> Effect<Action> {
    var effect = Effect<PlaybackFeature.Action>.none
    state.path[id: id]?.modify(\.playback) { effect = change(&$0) }
    return effect.map { .path(.element(id: id, action: .playback($0))) }
  }

  func push(_ request: OpenRequest, _ state: inout State) -> Effect<Action> {
    guard let recording = Shared(state.$recordings[id: request.id])
    else { return .none }
    let length = recording.wrappedValue.duration
    state.isBrowsing = request.isBrowsing
    state.path.append(
      .playback(
        PlaybackFeature.State(
          recording: recording,
          currentTime: min(max(.zero, request.time), length) / .seconds(1),
          find: request.find, isAutoplaying: request.startsPlayback,
          undoSteps: state.$undoSteps)))
    return state.path.ids.last.map { id in
      .send(.path(.element(id: id, action: .playback(.task))))
    } ?? .none
  }

  func present(_ destination: Destination.State, _ state: inout State) -> Effect<Action> {
    state.destination = destination
    return destination.task.map { .send(.destination(.presented($0))) } ?? .none
  }

  /// Pauses playback first, because the microphone would record it.
  func record(_ state: inout State) -> Effect<Action> {
    .concatenate(
      pausePlayback(&state), present(.record(RecordMemoFeature.State(start: .recording)), &state))
  }

  func offerUnsavedRecordings(
    _ result: Result<[RecoveredRecording], any Error>, _ state: inout State
  ) -> Effect<Action> {
    // A failure is reported with the next recording.
    guard case .success(let drafts) = result, !drafts.isEmpty, state.destination == nil
    else { return .none }
    return present(.record(RecordMemoFeature.State(drafts: drafts)), &state)
  }

  private func pausePlayback(_ state: inout State) -> Effect<Action> {
    .merge(state.path.ids.map { changePlayback($0, &state) { PlaybackFeature().pause(&$0) } })
  }
}

extension AppFeature.Destination.State {
  fileprivate var task: AppFeature.Destination.Action? {
    switch self {
    case .alert: nil
    case .export: .export(.task)
    case .health: .health(.task)
    case .importFiles: .importFiles(.task)
    case .onboarding: .onboarding(.task)
    case .record: .record(.task)
    case .trash: .trash(.trash(.task))
    }
  }
}
