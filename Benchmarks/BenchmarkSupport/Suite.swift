/// A group of measurements that is printed as one table.
///
/// Each measurement is a closure that is told how many times to repeat its operation. Subject and
/// baseline are run in turn, so that a slow moment of the machine hits both, and the median of
/// the rounds is printed.
public struct Suite {
  public let name: String
  var rows: [Row] = []

  public init(_ name: String) {
    self.name = name
  }

  /// Measures `subject` beside `baseline`, the same work done by hand.
  ///
  /// - Parameters:
  ///   - operation: The row's name.
  ///   - aim: What the figure is hoped to be.
  ///   - operations: How many operations one repetition holds; figures are divided by it.
  ///   - baselineName: What the baseline is.
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
