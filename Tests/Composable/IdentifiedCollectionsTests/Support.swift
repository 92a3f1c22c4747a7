import ConcurrencyExtras
import IdentifiedCollections
import IssueReporting

struct Item: Codable, Hashable, Identifiable, Sendable {
  var id: Int
  var name = ""
}

/// An id whose values all have the same hash, so that every lookup is a search.
struct Colliding: Codable, Hashable, Sendable {
  let value: Int

  func hash(into hasher: inout Hasher) {
    hasher.combine(0)
  }
}

struct CollidingItem: Hashable, Identifiable, Sendable {
  let id: Colliding
}

/// A linear congruential generator: the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    // The low bits of such a generator have short periods.
    return state ^ (state >> 33)
  }
}

extension IdentifiedArray {
  /// Whether `ids`, `elements` and the lookups agree with one another.
  func isConsistent(id: (Element) -> ID) -> Bool {
    count == ids.count && ids.isConsistent
      && zip(ids, elements).allSatisfy { $0 == id($1) }
      && indices.allSatisfy { index(id: ids[$0]) == $0 }
  }
}

extension OrderedSet {
  /// Whether every member is found where it is, and none comes twice.
  var isConsistent: Bool {
    Set(elements).count == count && indices.allSatisfy { firstIndex(of: self[$0]) == $0 }
  }
}

/// Collects the messages of reported issues.
final class Recorder: IssueReporter {
  private let collected = LockIsolated<[(message: String, fileID: String, line: UInt)]>([])

  var messages: [String] { collected.withLock { $0.map(\.message) } }

  /// The lines of the issues that name the file.
  func lines(of fileID: String) -> [UInt] {
    collected.withLock { $0.filter { $0.fileID == fileID }.map(\.line) }
  }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = message() ?? ""
    collected.withLock { $0.append((message, "\(fileID)", line)) }
  }
}
