import Foundation

/// Rows of programs, each beside its floor.
struct Table {
  init(_ title: String) {
    print("\n## \(title)\n")
    print("| work | ours | CPU | memory | floor | CPU | what the floor is | aim |")
    print("|---|--:|--:|--:|--:|--:|---|---|")
  }

  func row(
    _ work: String, _ ours: ProcessMeasure, floor: ProcessMeasure?, _ what: String = "",
    aim: String = ""
  ) {
    let failed = ours.exitCode == 0 ? "" : " (exit \(ours.exitCode)!)"
    let cells = [
      work + failed, time(ours.wall), time(ours.cpu), "\(Int(ours.memory)) MiB",
      floor.map { time($0.wall) } ?? "", floor.map { time($0.cpu) } ?? "", what, aim,
    ]
    print("| \(cells.joined(separator: " | ")) |")
    fflush(stdout)
  }

  private func time(_ seconds: Double) -> String {
    seconds < 1 ? String(format: "%.1f ms", seconds * 1000) : String(format: "%.2f s", seconds)
  }
}

/// `met` or `MISSED`, with the limit.
func aim(_ value: Double, atMost limit: Double, _ unit: String) -> String {
  "\(value <= limit ? "met" : "MISSED") (≤ \(String(format: "%g", limit)) \(unit))"
}
