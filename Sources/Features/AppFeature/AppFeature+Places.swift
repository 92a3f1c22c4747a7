import ComposableArchitecture
import Foundation
import ExportFeature
import ImportCore
import ImportFeature
import OnboardingFeature
import PlaybackFeature
import RecordMemoFeature
import RecordedDrafts
import RetentionCore
import SharedModels
import StatsFeature
import Tagged
import TerminalUI

extension AppFeature {
  /// Has the features that live as long as the app begin, and looks for what a crash has cut short.
  func start(_ state: State) -> Effect<Action> {
    .merge(
      .send(.recordingsList(.task)),
      .send(.transcription(.task)),
      .run { send in
        // What cannot be read now is told when something is recorded.
        guard let drafts = try? await memoKeeper.leftRecordings()
        else { return }
        await send(.draftsResponse(drafts))
      })
  }

  /// Goes where the link leads, or where the person was the last time.
  func arrive(_ state: inout State) -> Effect<Action> {
    if !state.recordingsList.rows.isEmpty { state.recordingsList.list.selection = 0 }
    let tidying = Effect<Action>.run { send in
      await send(.retentionResponse(Result { try await retentionKeeper.run() }))
    }
    if let link = state.link {
      state.link = nil
      return .merge(open(link, &state), tidying)
    }
    if state.destination == nil,
      OnboardingFeature.State.isNeeded(isLibraryEmpty: state.recordings.isEmpty)
    {
      return .merge(
        show(state.tab, &state), present(.onboarding(OnboardingFeature.State()), &state), tidying)
    }
    // What no longer exists is left out.
    let effects = state.navigation.path.map { memo in
      state.recordings[id: memo.id] == nil
        ? .none : push(memo.id, at: .seconds(memo.time), &state)
    }
    return .merge([show(state.tab, &state), tidying] + effects)
  }

  /// Imports files that were named already.
  func importFiles(_ files: [URL], _ state: inout State) -> Effect<Action> {
    var sources = ImportSources()
    sources.files = files
    var sheet = ImportFeature.State()
    sheet.isImporting = true
    return .merge(
      present(.importFiles(sheet), &state),
      .send(.destination(.presented(.importFiles(.sourcesResponse(sources))))))
  }

  func show(_ tab: Tab, _ state: inout State) -> Effect<Action> {
    state.tab = tab
    state.statistics = tab == .statistics ? StatsFeature.State() : nil
    // Whether the engine can be used is found out by starting it: only where it is shown.
    return switch tab {
    case .memos, .queue, .search: .none
    case .settings: .send(.settings(.task))
    case .statistics: .send(.statistics(.task))
    }
  }

  /// Whatever the link says, a tab is shown: at the start none has been yet.
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
        state.destination = .alert(.linkLeadsNowhere(id: text, count: ids.count))
        return show(state.tab, &state)
      }
      return .merge(show(.memos, &state), openMemo(id, at: time ?? .zero, &state))

    case .recordings:
      return show(.memos, &state)

    case .search(let words):
      return .merge(
        show(.search, &state), .send(.search(.fieldChanged(TextFieldState(words)))))

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
    case .onboarding: .send(.destination(.presented(.onboarding(.task))))
    case .record: .send(.destination(.presented(.record(.task))))
    case .alert, .help, .importFiles: .none
    }
  }

  /// What is played would be heard in the recording.
  func record(_ state: inout State) -> Effect<Action> {
    let pauses = zip(state.path.ids, state.path).compactMap { id, screen -> Effect<Action>? in
      screen.playback?.mode == .playing
        ? .send(.path(.element(id: id, action: .playback(.pauseRequested)))) : nil
    }
    return .concatenate(
      .merge(pauses), present(.record(RecordMemoFeature.State()), &state),
      .send(.destination(.presented(.record(.startRequested)))))
  }

  /// Puts the memo that is open into the trash, once all that was typed into it is stored; the list
  /// can have it back.
  func deleteOpenMemo(_ state: inout State) -> Effect<Action> {
    guard let playback = state.path.last?.playback
    else { return .none }
    let recording = playback.recording
    guard playback.unsavedEdits.isEmpty
    else {
      state.isLeavingMemo = true
      state.memoToDelete = recording.id
      return .none
    }
    state.$recordings.withLock { _ = $0.remove(id: recording.id) }
    state.recordingsList.deleted.append([recording])
    return .merge(
      .send(.recordingsList(.recordingsChanged)),
      .run { [recordings = state.$recordings] send in
        await send(.recordingsList(.saveResponse(Result { try await recordings.save() })))
      },
      notify("'\(recording.title)' is in the trash. In the list, u brings it back.", &state))
  }

  /// Memos do not go behind a person's back, though they go as the settings say.
  func tell(of outcome: RetentionOutcome, _ state: inout State) -> Effect<Action> {
    var parts: [String] = []
    if !outcome.trashed.isEmpty { parts.append("\(outcome.trashed.count) to the trash") }
    if outcome.forgottenCount > 0 { parts.append("\(outcome.forgottenCount) for good") }
    let gone =
      parts.isEmpty
      ? [] : ["Old memos went, as the settings say: " + parts.joined(separator: ", ") + "."]
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
