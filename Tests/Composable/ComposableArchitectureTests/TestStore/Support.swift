import ComposableArchitecture

/// Keeps the issues that are reported to it.
final class TestStoreIssues: IssueReporter {
  struct Entry: Equatable, Sendable {
    var message: String
    var line: UInt
    var isWarning = false
  }

  private let list = LockIsolated<[Entry]>([])

  var entries: [Entry] { list.value }
  var messages: [String] { entries.map(\.message) }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    // Replaces the figure spaces of differences, which look like other spaces in a test.
    let message = (message() ?? "").replacing("\u{2007}", with: " ")
    let entry = Entry(message: message, line: line, isWarning: severity == .warning)
    list.withValue { $0.append(entry) }
  }
}

/// The issues that a test reports, its end included.
@MainActor
func testStoreIssues(in test: @MainActor () async throws -> Void) async rethrows -> [TestStoreIssues
  .Entry]
{
  let log = TestStoreIssues()
  try await withIssueReporters([log]) { try await test() }
  return log.entries
}
