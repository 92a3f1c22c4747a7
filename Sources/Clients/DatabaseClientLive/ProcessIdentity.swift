import Foundation
import POSIX

/// Identifies a process across machines and reused process ids.
struct ProcessIdentity: Equatable, Sendable {
  /// The kernel's boot id and PID namespace, within which process ids are comparable.
  let place: String
  let number: Int32
  let start: String

  /// `nil` if `/proc` is missing or shows another namespace.
  static let current: Self? = {
    let number = ProcessInfo.processInfo.processIdentifier
    guard
      let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8),
      let namespace = try? linkTarget(of: "/proc/self/ns/pid"),
      let numberThere = try? linkTarget(of: "/proc/self"), numberThere == "\(number)",
      let start = status(of: number)?.start
    else { return nil }
    let place = "\(boot.trimmingCharacters(in: .whitespacesAndNewlines)) \(namespace)"
    return Self(place: place, number: number, start: start)
  }()

  init(place: String, number: Int32, start: String) {
    self.number = number
    self.place = place
    self.start = start
  }

  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 4, let number = Int32(parts[2])
    else { return nil }
    self.init(place: "\(parts[0]) \(parts[1])", number: number, start: String(parts[3]))
  }

  var text: String { "\(place) \(number) \(start)" }

  /// `false` if this process can't see it.
  var hasEnded: Bool {
    guard place == Self.current?.place
    else { return false }
    guard let status = Self.status(of: number)
    // The system may hide the processes of other users.
    else { return kill(number, 0) != 0 && errno == ESRCH }
    // A zombie no longer works on a job.
    return status.state == "Z" || status.start != start
  }

  private static func status(of number: Int32) -> (state: String, start: String)? {
    guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      // The name is in parentheses and may contain anything.
      let nameEnd = stat.lastIndex(of: ")")
    else { return nil }
    let fields = stat[nameEnd...].split(separator: " ")
    return fields.count > 20 ? (String(fields[1]), String(fields[20])) : nil
  }
}
