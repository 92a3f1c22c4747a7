import Foundation

/// A process, told apart from a later one that got the same number.
struct ProcessIdentity: Equatable, Sendable {
  /// The number and, from `/proc/<number>/stat`, the moment it started in clock ticks since boot.
  let description: String

  /// This process.
  static let current = ProcessIdentity(number: ProcessInfo.processInfo.processIdentifier)

  private init(number: Int32) {
    description = "\(number):\(Self.startTime(of: number) ?? "")"
  }

  /// Whether the process that `description` names still runs.
  static func isAlive(_ description: String) -> Bool {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int32(parts[0])
    else { return false }
    return startTime(of: number).map { $0 == parts[1] } ?? false
  }

  private static func startTime(of number: Int32) -> String? {
    guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      // The second field is the program's name in parentheses, and may itself hold anything.
      let nameEnd = stat.lastIndex(of: ")")
    else { return nil }
    let fields = stat[nameEnd...].split(separator: " ")
    // The third field of the file is the first after the name; the start time is the 22nd. A
    // process that has ended but has not been waited for ("Z") works on nothing any more.
    guard fields.count > 20, fields[1] != "Z"
    else { return nil }
    return String(fields[20])
  }
}
