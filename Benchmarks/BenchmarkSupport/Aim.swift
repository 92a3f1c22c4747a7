/// The target for a figure. A missed aim is printed but never fails a run, because timings depend on
/// the machine.
public enum Aim: Sendable {
  /// At most this many times the baseline of the same run.
  case atMost(times: Double)
  /// At most this long for one operation.
  case under(Duration)
  /// No target.
  case none

  func verdict(subject: Double, baseline: Double?) -> String {
    switch self {
    case .atMost(let times):
      guard let baseline else { return "" }
      return "\(subject <= baseline * times ? "met" : "MISSED") (≤ \(short(times))x)"
    case .under(let duration):
      let limit = duration / .nanoseconds(1)
      return "\(subject <= limit ? "met" : "MISSED") (≤ \(formatted(nanoseconds: limit)))"
    case .none:
      return ""
    }
  }
}
