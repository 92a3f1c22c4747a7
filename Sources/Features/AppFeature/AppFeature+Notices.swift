import AudioRecorderClient
import ComposableArchitecture
import RecordMemoFeature
import RecordingsListFeature
import RetentionCore
public import SharedModels
public import Tagged
import UndoCore

extension AppFeature {
  /// The state that a notice describes and ends with.
  public enum NoticeSubject: Equatable, Sendable {
    /// Memos whose deletion is the next step to undo.
    case deleted([Recording.ID])
    /// An event. It stays true.
    case event
    /// The meaning of keys. It ends when something opens.
    case keys
    case removed([Recording.ID])
    case unsaved([Recording.ID])
  }

  func notify(
    _ text: String, about subject: NoticeSubject = .event, _ state: inout State
  ) -> Effect<Action> {
    state.notice = text
    state.noticeSubject = subject
    return .run { send in
      try await clock.sleep(for: Self.noticeDuration)
      await send(.noticeTimedOut)
    }
    .cancellable(id: CancelID.notice, cancelInFlight: true)
  }

  func endOutdatedNotice(_ state: inout State) -> Effect<Action> {
    guard state.notice != nil, !state.isNoticeTrue
    else { return .none }
    state.notice = nil
    return .cancel(id: CancelID.notice)
  }

  func notify(
    deleted memos: [Recording], canUndo: Bool = true, _ state: inout State
  ) -> Effect<Action> {
    let title = memos.first.map { "'\($0.displayTitle)' is" } ?? ""
    let subject = memos.count == 1 ? title : "\(memos.count.grouped) memos are"
    let hint = canUndo ? " Press u to undo." : ""
    return notify("\(subject) in the trash.\(hint)", about: .deleted(memos.map(\.id)), &state)
  }

  func finishImport(_ added: [Recording.ID], _ state: inout State) -> Effect<Action> {
    state.destination = nil
    guard let last = added.last
    else { return .none }
    state.recordingsList.reveal(last)
    let (memos, they) = (added.count.counted("memo"), added.count == 1 ? "it" : "they")
    let next =
      state.transcription.problem == nil
      ? "\(they) \(added.count == 1 ? "is" : "are") being transcribed."
      : "\(they) will be transcribed once the problem shown in the queue is fixed."
    return notify("Imported \(memos); \(next)", &state)
  }

  func finishRecording(
    _ recording: Recording, hasMoreDrafts: Bool, interruption: RecordingEnd?, _ state: inout State
  ) -> Effect<Action> {
    // Notices can't be seen during shutdown.
    guard !state.isShuttingDown
    else { return .none }
    if !hasMoreDrafts { state.destination = interruption.map { .alert(.interrupted($0)) } }
    state.recordingsList.reveal(recording.id)
    return notify("'\(recording.title)' is in the library.", &state)
  }

  func finishDiscarding(
    _ recording: Recording, hasMoreDrafts: Bool, _ state: inout State
  ) -> Effect<Action> {
    var memo = recording
    memo.trashedAt = nil
    state.record(UndoStep(.deleted([memo], by: .discarding), of: [memo]))
    if !hasMoreDrafts { state.destination = nil }
    // While the page stays open, its keys are the only ones.
    return notify(deleted: [memo], canUndo: !hasMoreDrafts, &state)
  }

  /// The settings ask for the cleanup, but it must not go unnoticed.
  func notify(of outcome: RetentionOutcome, _ state: inout State) -> Effect<Action> {
    guard let gone = outcome.notice
    else { return .none }
    let back = outcome.trashed.isEmpty ? "" : " Press D to open the trash."
    return notify("Cleanup of old memos: \(gone)\(back)", &state)
  }
}

extension AppFeature.State {
  var matchHint: String {
    let isSearching =
      if let playback = path.last?.playback, !isBrowsing {
        playback.find != nil
      } else {
        tab == .memos && recordingsList.arrangement.isFiltering
      }
    return isSearching
      ? "There is no other match." : "n goes to the next match of a search or filter."
  }

  fileprivate var isNoticeTrue: Bool {
    switch noticeSubject {
    case .event: true
    case .keys: destination == nil
    case .deleted(let ids): nextStep(.undo)?.recordingIDs == ids
    case .removed(let ids): ids.allSatisfy { recordings.index(id: $0) == nil }
    case .unsaved(let ids):
      unsavedTexts.contains { text in text.recordingIDs.contains(where: ids.contains) }
    }
  }
}
