import Foundation
import POSIX

/// A process, told apart from every other one of any machine, and from a later one that got the same
/// number.
struct ProcessIdentity: Equatable, Sendable {
  /// What sees the same processes under the same numbers: one start of one system's kernel, and the
  /// namespace of process numbers there, which is a container's own.
  let place: String
  let number: Int32
  /// The moment it started, in clock ticks since the kernel did.
  let start: String

  /// This process, or `nil` where `/proc` is not there or has the numbers of another namespace.
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

  /// What ``text`` has written, or `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 4, let number = Int32(parts[2])
    else { return nil }
    self.init(place: "\(parts[0]) \(parts[1])", number: number, start: String(parts[3]))
  }

  var text: String { "\(place) \(number) \(start)" }

  /// Whether this process sees that that one has ended. Where it cannot see it, it does not know.
  var hasEnded: Bool {
    guard place == Self.current?.place
    else { return false }
    guard let status = Self.status(of: number)
    // The system may keep from a user what it knows of other users' processes.
    else { return kill(number, 0) != 0 && errno == ESRCH }
    // One that has ended but has not been waited for ("Z") works on nothing any more.
    return status.state == "Z" || status.start != start
  }

  private static func status(of number: Int32) -> (state: String, start: String)? {
    guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      // The name is in parentheses, and may itself hold anything.
      let nameEnd = stat.lastIndex(of: ")")
    else { return nil }
    let fields = stat[nameEnd...].split(separator: " ")
    // The third field of the file is the first after the name; the start time is the 22nd.
    return fields.count > 20 ? (String(fields[1]), String(fields[20])) : nil
  }
}
