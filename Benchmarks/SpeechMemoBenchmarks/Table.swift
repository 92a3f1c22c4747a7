import Foundation

/// A table of programs, each compared with its floor.
struct Table {
  init(_ title: String) {
    write("\n## \(title)\n")
    write("| work | ours | CPU | memory | floor | CPU | floor is | aim |")
    write("|---|--:|--:|--:|--:|--:|---|---|")
  }

  func row(
    _ work: String, _ ours: ProcessMeasure, floor: ProcessMeasure?, _ what: String = "",
    aim: String = ""
  ) {
    let failed = ours.exitCode == 0 ? "" : " (exit \(ours.exitCode)!)"
    let cells = [
      work + failed, time(ours.wall), time(ours.cpu),
      ours.memory.isNaN ? "" : "\(Int(ours.memory)) MiB",
      floor.map { time($0.wall) } ?? "", floor.map { time($0.cpu) } ?? "", what, aim,
    ]
    write("| \(cells.joined(separator: " | ")) |")
  }

  /// Prints unbuffered, so that the table of a long run can be watched.
  private func write(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private func time(_ seconds: Double) -> String {
    seconds.isNaN
      ? ""
      : seconds < 1 ? String(format: "%.1f ms", seconds * 1000) : String(format: "%.2f s", seconds)
  }
}

/// `met` or `MISSED`, with the limit.
func aim(_ value: Double, atMost limit: Double, _ unit: String) -> String {
  "\(value <= limit ? "met" : "MISSED") (≤ \(String(format: "%g", limit)) \(unit))"
}
