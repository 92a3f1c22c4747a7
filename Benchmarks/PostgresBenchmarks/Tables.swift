import Foundation

/// Times of operations in libraries of growing size.
struct Growth {
  private struct Cell {
    let ours: Latencies
    let bare: Latencies
  }

  private let counts: [Int]
  private var names: [String] = []
  private var cells: [String: [Int: Cell]] = [:]
  private var aims: [String: Double] = [:]

  init(_ counts: [Int]) {
    self.counts = counts
  }

  mutating func add(
    _ name: String, _ count: Int, _ ours: Latencies, _ bare: Latencies, aim: Double?
  ) {
    if cells[name] == nil { names.append(name) }
    cells[name, default: [:]][count] = Cell(ours: ours, bare: bare)
    if let aim { aims[name] = aim }
    // Each figure is printed when known, because a table takes minutes.
    FileHandle.standardError.write(
      Data("\(count): \(name): \(milliseconds(ours, 50)) \(milliseconds(ours, 99))\n".utf8))
  }

  func print() {
    say("\n## Libraries of memos of 200 words, ms: median and 99th percentile\n")
    say("| operation |\(counts.map { " \($0) | | bare | |" }.joined()) aim |")
    say("|---|\(counts.map { _ in "--:|--:|--:|--:|" }.joined())---|")
    for name in names {
      let figures = counts.map { count in
        cells[name]?[count].map { cell in
          [cell.ours, cell.bare].map { " \(milliseconds($0, 50)) | \(milliseconds($0, 99)) |" }
            .joined()
        } ?? " | | | |"
      }.joined()
      let largest = counts.max().flatMap { cells[name]?[$0] }?.ours.percentile(99) ?? .nan
      say("| \(name) |\(figures) \(verdict(largest, aims[name])) |")
    }
  }
}

struct Claims {
  private var lines: [String] = []

  mutating func add(
    _ name: String, aim: Double?, _ times: Int, _ work: () async throws -> Void,
    bare: () throws -> Latencies
  ) async throws {
    var latencies = Latencies()
    let clock = ContinuousClock()
    try await work()
    for _ in 0..<times {
      let began = clock.now
      try await work()
      latencies.add(milliseconds: began.duration(to: clock.now) / .milliseconds(1))
    }
    let floor = try bare()
    lines.append(
      "| \(name) | \(milliseconds(latencies, 50)) | \(milliseconds(latencies, 99)) "
        + "| \(milliseconds(floor, 50)) | \(milliseconds(floor, 99)) "
        + "| \(verdict(latencies.percentile(50), aim)) |")
  }

  func print() {
    say("\n## Jobs, ms: median and 99th percentile\n")
    say("| operation | ours | | bare | | aim for the median |\n|---|--:|--:|--:|--:|---|")
    lines.forEach(say)
  }
}

func milliseconds(_ latencies: Latencies, _ share: Int) -> String {
  String(format: "%.2f", latencies.percentile(share))
}

/// `met` or `MISSED`, with the limit.
func verdict(_ value: Double, _ aim: Double?) -> String {
  aim.map { "\(value <= $0 ? "met" : "MISSED") (≤ \(String(format: "%g", $0)))" } ?? ""
}
