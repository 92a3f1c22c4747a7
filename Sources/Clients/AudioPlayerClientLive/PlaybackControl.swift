import ConcurrencyExtras
import Foundation

/// The control of one playback: clients ask for changes, and the thread that plays makes them.
final class PlaybackControl: Sendable {
  /// What clients have asked for.
  struct Request: Sendable {
    var isPaused = false
    var isStopped = false
    /// Where to go on; `nil` once the thread has gone there.
    var seek: TimeInterval?
    var skipsSilence: Bool
    var speed: Double
  }

  private struct State: Sendable {
    /// Whether a thread plays.
    var isPlaying = false
    var pauses: [CheckedContinuation<Void, Never>] = []
    var request: Request
    var time: TimeInterval?
  }

  private let state: Protected<State>

  init(startingAt time: TimeInterval, speed: Double, skipsSilence: Bool) {
    state = Protected(
      State(request: Request(seek: time, skipsSilence: skipsSilence, speed: speed)))
  }

  /// The place in the recording that is heard, in seconds; once another has been asked for, that
  /// one. `nil` when the playback is over.
  var time: TimeInterval? { state.withLock { $0.request.seek ?? $0.time } }

  // MARK: What clients ask for

  var request: Request { state.withLock(\.request) }

  func update(_ change: (inout Request) -> Void) { state.withLock { change(&$0.request) } }

  /// Returns once the sound is held, or there is none.
  func pause() async {
    await withCheckedContinuation { continuation in
      let isSilent = state.withLock { state in
        state.request.isPaused = true
        guard state.isPlaying
        else { return true }
        state.pauses.append(continuation)
        return false
      }
      if isSilent { continuation.resume() }
    }
  }

  // MARK: What the thread tells

  /// The thread begins to play there. Returns whether it is to hold the sound from the start.
  func begin(at time: TimeInterval) -> Bool {
    state.withLock { state in
      state.isPlaying = true
      state.time = time
      // Unless yet another place has been asked for.
      if state.request.seek == time { state.request.seek = nil }
      return state.request.isPaused
    }
  }

  func heard(_ time: TimeInterval) { state.withLock { $0.time = time } }

  /// Whether the sound is held at present.
  func confirm(isHeld: Bool) {
    resumePauses { $0.request.isPaused == isHeld }
  }

  /// The thread plays no more.
  func end() {
    resumePauses { state in
      state.isPlaying = false
      return true
    }
  }

  /// The playback is over.
  func finish() { state.withLock { $0.time = nil } }

  private func resumePauses(where isDone: (inout State) -> Bool) {
    let pauses = state.withLock { state in
      guard isDone(&state)
      else { return [CheckedContinuation<Void, Never>]() }
      defer { state.pauses = [] }
      return state.pauses
    }
    for pause in pauses { pause.resume() }
  }
}
