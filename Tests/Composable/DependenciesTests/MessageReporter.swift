import ConcurrencyExtras
import IssueReporting

/// Collects the messages of issues for verbatim comparison.
struct MessageReporter: IssueReporter {
  private let messages: LockIsolated<[String]>

  init(_ messages: LockIsolated<[String]>) {
    self.messages = messages
  }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = message() ?? ""
    messages.withValue { $0.append(message) }
  }
}

/// The messages of the issues that an operation reports.
func issues(reportedBy operation: () throws -> Void) rethrows -> [String] {
  let messages = LockIsolated<[String]>([])
  try withIssueReporters([MessageReporter(messages)], operation: operation)
  return messages.value
}
