import ComposableArchitecture
import ComposableTerminal
import Styleguide

extension PlaybackFeature {
  func go(to text: String, _ state: inout State) -> Effect<Action> {
    let length = state.recording.duration
    let problem: String
    if let time = Duration(text, in: length) {
      guard time > length
      else {
        state.destination = nil
        state.selectedWordIndex = nil
        return seek(to: time / .seconds(1), &state)
      }
      problem = "The memo ends at \(length.clock)."
    } else {
      problem = "'\(text)' is not a time. Type one such as 1:30, 1:02:03, or 30%."
    }
    state.destination?.modify(\.time) { $0.problem = problem }
    return .none
  }
}

extension Duration {
  /// Parses a time such as `1:30`, or a percentage of the length.
  fileprivate init?(_ text: String, in length: Duration) {
    if text.hasSuffix("%") {
      guard let percentage = Double(text.dropLast()), (0...100).contains(percentage)
      else { return nil }
      self = length * (percentage / 100)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, text.allSatisfy({ "0123456789.:".contains($0) })
    else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard let number = Double(part), index == 0 || number < 60, number < 1e9
      else { return nil }
      seconds = seconds * 60 + number
    }
    self = .milliseconds(Int64((seconds * 1_000).rounded()))
  }
}

extension TextPrompt<Duration>.State {
  static func time(in length: Duration) -> Self {
    Self(
      "Go to a time", for: length, placeholder: "mm:ss, h:mm:ss, or 30%",
      remark: "The memo ends at \(length.clock).", isRequired: true, saveLabel: "go")
  }
}
