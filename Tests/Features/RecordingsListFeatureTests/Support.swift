import ComposableArchitecture
@testable import RecordingsListFeature
import SharedModels
import UndoCore

extension RecordingsListFeature.State {
  mutating func record(deletionOf memos: [Recording]) {
    record(UndoStep(.deleted(memos), of: memos))
  }

  /// Changes memos and records the step.
  mutating func change(_ ids: [Recording.ID], _ change: (inout Recording) -> Void) {
    let before = ids.compactMap { recordings[id: $0] }
    var after = before
    for index in after.indices { change(&after[index]) }
    $recordings.withLock { [after] recordings in
      for recording in after { recordings[id: recording.id] = recording }
    }
    if let step = UndoStep(from: before, to: after) { record(step) }
  }
}
