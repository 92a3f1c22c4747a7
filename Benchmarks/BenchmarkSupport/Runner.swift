import Foundation

/// The fixed number of repetitions, in one round, for profilers that count instructions.
private let fixedRepetitions = ProcessInfo.processInfo.environment["REPETITIONS"].flatMap(Int.init)
private let rounds = fixedRepetitions == nil ? 7 : 1
private let roundLength = Duration.milliseconds(40)

/// Runs the suites whose name contains one of the arguments, or all of them, and prints a table for
/// each. A word after a slash selects rows that contain it: `store/scope`.
public func run(_ suites: [Suite], arguments: [String] = CommandLine.arguments) {
  let words = arguments.dropFirst().map {
    $0.lowercased().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
  }
  let chosen = suites.compactMap { suite -> Suite? in
    guard !words.isEmpty
    else { return suite }
    var suite = suite
    suite.rows = suite.rows.filter { row in
      words.contains { word in
        suite.name.lowercased().contains(word[0])
          && (word.count < 2 || row.operation.lowercased().contains(word[1]))
      }
    }
    return suite.rows.isEmpty ? nil : suite
  }
  if chosen.isEmpty {
    print("No matching suite. Suites: \(suites.map(\.name).joined(separator: ", ")).")
  }
  for suite in chosen {
    print("\n## \(suite.name)\n")
    print("| operation | ours | baseline | compared with | ratio | aim |")
    print("|---|--:|--:|---|--:|---|")
    for row in suite.rows { print(line(for: row)) }
  }
}

private func line(for row: Row) -> String {
  let scale = Double(row.operations)
  let subjectCount = repetitions(of: row.subject)
  let baselineCount = row.baseline.map(repetitions(of:)) ?? 0
  var subject: [Double] = []
  var baseline: [Double] = []
  for _ in 0..<rounds {
    if let work = row.baseline {
      baseline.append(time(work, repetitions: baselineCount) / scale)
    }
    subject.append(time(row.subject, repetitions: subjectCount) / scale)
  }
  let ours = median(subject)
  let floor = baseline.isEmpty ? nil : median(baseline)
  let cells = [
    row.operation,
    formatted(nanoseconds: ours),
    floor.map(formatted(nanoseconds:)) ?? "",
    row.baselineName,
    floor.map { "\(short(ours / max($0, 0.001)))x" } ?? "",
    row.aim.verdict(subject: ours, baseline: floor),
  ]
  return "| \(cells.joined(separator: " | ")) |"
}

/// Returns the nanoseconds of one repetition.
private func time(_ work: (Int) -> Void, repetitions: Int) -> Double {
  let elapsed = ContinuousClock().measure { work(repetitions) }
  return elapsed / .nanoseconds(1) / Double(repetitions)
}

/// Returns the number of repetitions that fill about one round.
private func repetitions(of work: (Int) -> Void) -> Int {
  if let fixedRepetitions { return fixedRepetitions }
  var count = 1
  while true {
    let elapsed = ContinuousClock().measure { work(count) }
    if elapsed >= roundLength { return count }
    count =
      elapsed < roundLength / 16 ? count * 8 : Int(Double(count) * (roundLength / elapsed)) + 1
  }
}

private func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

func formatted(nanoseconds: Double) -> String {
  switch nanoseconds {
  case ..<1_000: "\(short(nanoseconds)) ns"
  case ..<1_000_000: "\(short(nanoseconds / 1_000)) µs"
  case ..<1_000_000_000: "\(short(nanoseconds / 1_000_000)) ms"
  default: "\(short(nanoseconds / 1_000_000_000)) s"
  }
}

/// Formats about three significant digits.
func short(_ value: Double) -> String {
  let factor: Double = value < 10 ? 100 : value < 100 ? 10 : 1
  let rounded = (value * factor).rounded() / factor
  return factor == 1 ? "\(Int(rounded))" : "\(rounded)"
}
