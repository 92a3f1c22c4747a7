import Synchronization

/// Counts the issues within one `withExpectedIssue`.
final class ExpectedIssues: Sendable {
  @TaskLocal static var current: ExpectedIssues?

  private let found = Atomic(0)

  func count() {
    found.add(1, ordering: .relaxed)
  }

  /// Reports to an enclosing `withExpectedIssue` that no issue was found.
  func verify(_ message: String?, isIntermittent: Bool, at location: SourceSite) {
    guard !isIntermittent, found.load(ordering: .relaxed) == 0
    else { return }
    location.report(
      "Expected an issue to be reported, but none was\(message.map { ": \($0)" } ?? ".")")
  }
}
