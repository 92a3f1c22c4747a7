import Foundation
import POSIX

final class PlaybackControl: Sendable {
  struct Request: Sendable {
    var isPaused = false
    var isStopped = false
    var seek: TimeInterval?
    /// `nil` until the recording's loudness is known. Nothing is skipped before.
    var silenceLimit: Float?
    var skipsSilence = false
    var speed: Double
  }

  private struct State: Sendable {
    var isPlaying = false
    var measurement: Task<Void, Never>?
    var pauses: [CheckedContinuation<Void, Never>] = []
    var request: Request
    var time: TimeInterval?
  }

  private let measureSilence: @Sendable () async -> Float?
  private let state: Mutex<State>

  init(
    startingAt time: TimeInterval, speed: Double,
    measureSilence: @escaping @Sendable () async -> Float?
  ) {
    self.measureSilence = measureSilence
    state = Mutex(State(request: Request(seek: time, speed: speed)))
  }

  /// The position played or requested, in seconds; `nil` when playback is over.
  var time: TimeInterval? { state.withLock { $0.request.seek ?? $0.time } }

  var request: Request { state.withLock(\.request) }

  func update(_ change: (inout Request) -> Void) { state.withLock { change(&$0.request) } }

  func setSkipsSilence(_ skips: Bool) {
    state.withLock { state in
      state.request.skipsSilence = skips
      guard skips, state.measurement == nil
      else { return }
      state.measurement = Task { [measureSilence, weak self] in
        let limit = await measureSilence()
        self?.update { $0.silenceLimit = limit }
      }
    }
  }

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

  func begin(at time: TimeInterval) -> Bool {
    state.withLock { state in
      state.isPlaying = true
      state.time = time
      // Another position may have been requested since.
      if state.request.seek == time { state.request.seek = nil }
      return state.request.isPaused
    }
  }

  func setTime(_ time: TimeInterval) { state.withLock { $0.time = time } }

  func confirm(isPaused: Bool) {
    resumePauses { $0.request.isPaused == isPaused }
  }

  func end() {
    resumePauses { state in
      state.isPlaying = false
      return true
    }
  }

  func finish() {
    state.withLock { state in
      state.measurement?.cancel()
      state.time = nil
    }
  }

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
