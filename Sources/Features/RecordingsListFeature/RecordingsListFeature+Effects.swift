import ComposableArchitecture
import SharedModels

extension RecordingsListFeature {
  func delete(_ ids: [Recording.ID], _ state: inout State) -> Effect<Action> {
    let deleted = ids.compactMap { state.recordings[id: $0] }
    guard !deleted.isEmpty
    else { return .none }
    state.deleted.append(deleted)
    state.$recordings.withLock { recordings in
      for recording in deleted { recordings.remove(id: recording.id) }
    }
    state.arrange()
    return save(state)
  }

  func change(
    _ id: Recording.ID, _ state: inout State, _ change: (inout Recording) -> Void
  ) -> Effect<Action> {
    let isThere = state.$recordings.withLock { recordings in
      guard var recording = recordings[id: id]
      else { return false }
      change(&recording)
      recordings[id: id] = recording
      return true
    }
    guard isThere
    else { return .none }
    state.arrange()
    return save(state)
  }

  /// Waits until the changes are stored, to report if they cannot be.
  func save(_ state: State) -> Effect<Action> {
    .run { [recordings = state.$recordings] send in
      await send(.saveResponse(Result { try await recordings.save() }))
    }
  }

  func load(_ state: State) -> Effect<Action> {
    .run { [recordings = state.$recordings] send in
      await send(.loadResponse(Result { try await recordings.load() }))
    }
  }
}
