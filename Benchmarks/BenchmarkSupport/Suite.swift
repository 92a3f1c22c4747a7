/// A group of measurements, printed as one table.
///
/// Each measurement is a closure that repeats its operation a given number of times. Subject and
/// baseline alternate, so that the machine's load affects both. The table shows the medians.
public struct Suite {
  public let name: String
  var rows: [Row] = []

  public init(_ name: String) {
    self.name = name
  }

  /// Compares `subject` with `baseline`, the same work done by hand.
  ///
  /// - Parameters:
  ///   - operation: The row's name.
  ///   - aim: The target for the figure.
  ///   - operations: The operations in one repetition, by which the figures are divided.
  ///   - baselineName: The description of the baseline.
  public mutating func compare(
    _ operation: String, aim: Aim = .none, operations: Int = 1, to baselineName: String,
    baseline: @escaping (_ repetitions: Int) -> Void,
    subject: @escaping (_ repetitions: Int) -> Void
  ) {
    rows.append(
      Row(
        operation: operation, aim: aim, operations: operations, baselineName: baselineName,
        baseline: baseline, subject: subject))
  }

  /// Measures `subject` alone.
  public mutating func measure(
    _ operation: String, aim: Aim = .none, operations: Int = 1,
    subject: @escaping (_ repetitions: Int) -> Void
  ) {
    rows.append(
      Row(
        operation: operation, aim: aim, operations: operations, baselineName: "",
        baseline: nil, subject: subject))
  }
}

struct Row {
  let operation: String
  let aim: Aim
  let operations: Int
  let baselineName: String
  let baseline: ((Int) -> Void)?
  let subject: (Int) -> Void
}
