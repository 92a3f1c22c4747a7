import ComposableArchitecture
import Foundation
import ExportFeature
import ImportFeature
import OnboardingFeature
import PlaybackFeature
import RecordMemoFeature
import RecordingCore
import RetentionCore
import SharedModels
import StatsFeature
import Tagged

extension AppFeature {
  /// Starts the features that run as long as the app, and looks for recordings that a crash has cut
  /// short.
  func start(_ state: State) -> Effect<Action> {
    .merge(
      .send(.recordingsList(.task)),
      .send(.transcription(.task)),
      .run { send in
        await send(.draftsResponse(Result { try await recordingFiles.unsavedRecordings() }))
      })
  }

  /// Goes where the link leads, or where the person was the last time.
  func restore(_ state: inout State) -> Effect<Action> {
    let retention = Effect<Action>.run { send in
      await send(.retentionResponse(Result { try await retentionKeeper.run() }))
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
    // What no longer exists is left out.
    let effects = state.navigation.path.map { memo in
      state.recordings[id: memo.id] == nil
        ? .none : push(memo.id, at: .seconds(memo.time), &state)
    }
    return .merge([show(state.tab, &state), retention] + effects)
  }

  func show(_ tab: Tab, _ state: inout State) -> Effect<Action> {
    state.tab = tab
    state.statistics = tab == .statistics ? StatsFeature.State() : nil
    // Settings start the engine to find out whether it works: only when they are shown.
    return switch tab {
    case .memos, .queue, .search: .none
    case .settings: .send(.settings(.task))
    case .statistics: .send(.statistics(.task))
    }
  }

  /// A tab is shown whatever the link says: at the start, none has been shown yet.
  func open(_ link: DeepLink, _ state: inout State) -> Effect<Action> {
    switch link {
    case .record:
      return .merge(
        show(state.tab, &state), present(.record(RecordMemoFeature.State()), &state))

    case .recording(let text, let time):
      let ids = state.recordings.ids.filter {
        $0.rawValue.uuidString.lowercased().hasPrefix(text.lowercased())
      }
      guard let id = ids.first, ids.count == 1
      else {
        state.destination = .alert(.linkNotFound(id: text, count: ids.count))
        return show(state.tab, &state)
      }
      return .merge(show(.memos, &state), openMemo(id, at: time ?? .zero, &state))

    case .recordings:
      return show(.memos, &state)

    case .search(let words):
      return .merge(show(.search, &state), .send(.search(.searchRequested(words))))

    case .queue:
      return show(.queue, &state)

    case .settings:
      return show(.settings, &state)

    case .statistics:
      return show(.statistics, &state)
    }
  }

  /// Opens a memo in place of whatever is open.
  func openMemo(_ id: Recording.ID, at time: Duration, _ state: inout State) -> Effect<Action> {
    state.path.removeAll()
    guard state.recordings[id: id] != nil
    else { return notify("That memo is no longer in the library.", &state) }
    return push(id, at: time, &state)
  }

  private func push(_ id: Recording.ID, at time: Duration, _ state: inout State) -> Effect<Action> {
    guard let recording = Shared(state.$recordings[id: id])
    else { return .none }
    let length = recording.wrappedValue.duration
    state.path.append(
      .playback(
        PlaybackFeature.State(
          recording: recording, currentTime: min(max(.zero, time), length) / .seconds(1))))
    guard let element = state.path.ids.last
    else { return .none }
    return .send(.path(.element(id: element, action: .playback(.task))))
  }

  func present(_ destination: Destination.State, _ state: inout State) -> Effect<Action> {
    state.destination = destination
    return switch destination {
    case .export: .send(.destination(.presented(.export(.task))))
    case .health: .send(.destination(.presented(.health(.task))))
    case .importFiles: .send(.destination(.presented(.importFiles(.task))))
    case .onboarding: .send(.destination(.presented(.onboarding(.task))))
    case .record: .send(.destination(.presented(.record(.task))))
    case .trash: .send(.destination(.presented(.trash(.task))))
    case .alert, .help: .none
    }
  }

  /// Playback is paused first: it would be heard in the recording.
  func record(_ state: inout State) -> Effect<Action> {
    let pauses = zip(state.path.ids, state.path).compactMap { id, screen -> Effect<Action>? in
      screen.playback?.mode == .playing
        ? .send(.path(.element(id: id, action: .playback(.pauseRequested)))) : nil
    }
    return .concatenate(
      .merge(pauses), present(.record(RecordMemoFeature.State()), &state),
      .send(.destination(.presented(.record(.startRequested)))))
  }

  /// Says which old memos were deleted: the settings ask for it, but it must not pass unseen.
  func notify(of outcome: RetentionOutcome, _ state: inout State) -> Effect<Action> {
    var parts: [String] = []
    if !outcome.trashed.isEmpty { parts.append("\(outcome.trashed.count) to the trash") }
    if outcome.forgottenCount > 0 { parts.append("\(outcome.forgottenCount) for good") }
    let gone =
      parts.isEmpty
      ? [] : ["Old memos were deleted, as the settings say: " + parts.joined(separator: ", ") + "."]
    let notice = (gone + outcome.failures).joined(separator: " ")
    return notice.isEmpty ? .none : notify(notice, &state)
  }

  func notify(_ text: String, _ state: inout State) -> Effect<Action> {
    state.notice = text
    return .run { send in
      try await clock.sleep(for: Self.noticeTime)
      await send(.noticeTimedOut)
    }
    .cancellable(id: CancelID.notice, cancelInFlight: true)
  }
}
