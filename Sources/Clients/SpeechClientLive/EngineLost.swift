import Foundation
import SpeechClient

struct EngineLost: Error, Equatable {
  var end: ProcessEnd
  var isAtStart: Bool
  var hasConsumedSamples = false
  var repairHint: String?

  /// A process that exits at start would do so again.
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
