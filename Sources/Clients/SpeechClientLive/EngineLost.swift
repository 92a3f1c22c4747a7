import Foundation
import SpeechClient

/// The engine's process ended, or had to be ended, before the work was done.
struct EngineLost: Error, Equatable {
  var end: ProcessEnd
  /// Whether it had not even said that it is ready.
  var isAtStart: Bool
  /// Whether it had been given samples.
  var hasTakenSamples = false
  /// What can be done where it does not even start.
  var repairHint: String?

  /// Whether a new process may do better. One that exits at start by itself will do it again.
  var isWorthRestarting: Bool {
    if isAtStart, case .exited = end.status { return false }
    return !isAtStart || end.reason == nil
  }

  var failure: SpeechClient.Failure {
    if isAtStart {
      return .engine(
        message: "the speech engine failed to start: \(end.explanation)",
        hint: repairHint)
    }
    let isKilled = end.status == .signaled(SIGKILL) && end.reason == nil
    return .engine(
      message: "the speech engine stopped unexpectedly: \(end.explanation)",
      hint: isKilled ? "if it ran out of memory, use a smaller model" : nil)
  }
}
