import ArgumentParsing
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
    guard text.hasSuffix("%")
    else {
      self.init(argument: text)
      return
    }
    guard let percentage = Double(text.dropLast()), (0...100).contains(percentage)
    else { return nil }
    self = length * (percentage / 100)
  }
}

extension TextPrompt<Duration>.State {
  static func time(in length: Duration) -> Self {
    Self(
      "Go to a time", for: length, placeholder: "mm:ss, h:mm:ss, or 30%",
      remark: "The memo ends at \(length.clock).", isRequired: true, saveLabel: "go")
  }
}
