import ConcurrencyExtras
import IssueReporting

/// Records reported issues for comparison.
final class RecordingReporter: IssueReporter {
  struct Entry: Equatable, Sendable {
    var message: String?
    var severity: IssueSeverity
    var fileID: String
    var line: UInt
    var isExpected: Bool
  }

  private let store = LockIsolated<[Entry]>([])

  var entries: [Entry] { store.withLock { $0 } }
  var messages: [String?] { entries.map(\.message) }

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let entry = Entry(
      message: message(), severity: severity, fileID: "\(fileID)", line: line, isExpected: false)
    store.withLock { $0.append(entry) }
  }

  func expectIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let entry = Entry(
      message: message(), severity: severity, fileID: "\(fileID)", line: line, isExpected: true)
    store.withLock { $0.append(entry) }
  }
}

/// An error for tests.
struct Full: CustomStringConvertible, Error {
  var description: String { "the disk is full" }
}
