public import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import Foundation
public import SharedModels
public import Tagged
public import UndoCore

extension RecordingsListFeature {
  public func delete(_ ids: [Recording.ID], _ state: inout State) -> Effect<Action> {
    let deleted = ids.compactMap { state.recordings[id: $0] }
    guard !deleted.isEmpty
    else { return .none }
    state.record(UndoStep(.deleted(deleted), of: deleted))
    state.marked = []
    return remove(ids, &state)
  }

  /// Moves memos to the trash without a step to undo that.
  public func remove(_ ids: [Recording.ID], _ state: inout State) -> Effect<Action> {
    state.$recordings.withLock { $0.remove(ids) }
    state.arrange()
    return save(state)
  }

  public func restore(_ memos: [Recording], _ state: inout State) -> Effect<Action> {
    state.$recordings.withLock { $0.insertByDate(memos) }
    state.arrange()
    if let first = memos.first, let row = state.rows.firstIndex(of: first.id) {
      state.list.selection = row
      state.list.followsSelection = true
    }
    return save(state)
  }

  public func revert(_ changes: [DetailsChange], _ state: inout State) -> Effect<Action> {
    state.$recordings.withLock { recordings in
      for change in changes {
        if let index = recordings.index(id: change.id) { change.revert(&recordings[index]) }
      }
    }
    state.arrange()
    return save(state)
  }

  func deleteTargets(_ state: inout State) -> Effect<Action> {
    let deleted = state.targetIDs.compactMap { state.recordings[id: $0] }
    guard !deleted.isEmpty
    else { return .none }
    return .concatenate(.send(.delegate(.deleted(deleted))), delete(deleted.map(\.id), &state))
  }

  func change(
    _ ids: [Recording.ID], _ state: inout State, _ change: (inout Recording) -> Void
  ) -> Effect<Action> {
    let before = ids.compactMap { state.recordings[id: $0] }
    guard !before.isEmpty
    else { return .none }
    state.$recordings.withLock { recordings in
      for id in ids {
        if let index = recordings.index(id: id) { change(&recordings[index]) }
      }
    }
    if let step = UndoStep(from: before, to: ids.compactMap { state.recordings[id: $0] }) {
      state.record(step)
    }
    state.arrange()
    return save(state)
  }

  func save(_ state: State) -> Effect<Action> {
    .respond(with: Action.saveResponse) { [recordings = state.$recordings] in
      try await recordings.save()
    }
  }

  func load(_ state: State) -> Effect<Action> {
    .respond(with: Action.loadResponse) { [recordings = state.$recordings] in
      try await recordings.load()
    }
  }

  func prompt(_ field: RecordingEdit.Field, _ state: State) -> TextPrompt<RecordingEdit>.State? {
    let ids = state.targetIDs
    guard ids.count > 1
    else {
      return ids.first.flatMap { state.recordings[id: $0] }.map { TextPrompt.State(field, of: $0) }
    }
    return field == .title ? nil : TextPrompt.State(tagsOf: ids)
  }

  /// Reads the last deletion of an earlier run: the memos trashed at the same time.
  func readPreviousDeletion() -> Effect<Action> {
    .run { [now] send in
      // Not worth an error: the user can still open the trash.
      let trash = (try? await database.recordings(matching: RecordingQuery(place: .trash))) ?? []
      let moments = trash.compactMap(\.trashedAt)
      guard let last = moments.max(), now.timeIntervalSince(last) < Self.undoWindow
      else { return }
      await send(.previousDeletionResponse(trash.filter { $0.trashedAt == last }))
    }
  }

  /// How long a deletion of an earlier run can be undone, in seconds.
  static var undoWindow: TimeInterval { 86_400 }

  func readFirstWords(_ state: inout State) -> Effect<Action> {
    let ids = state.idsMissingFirstWords
    guard !ids.isEmpty
    else { return .none }
    if state.firstWords.count > 2000 { state.evictFirstWords() }
    // Prevents a second request.
    for id in ids { state.firstWords[id] = "" }
    return .respond(with: Action.firstWordsResponse) { try await database.firstWords(of: ids) }
  }
}
