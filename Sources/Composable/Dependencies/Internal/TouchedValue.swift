import ConcurrencyExtras
import IssueReporting

/// A default value that was made because a part of it was set, or an object that it is was changed:
/// `$0.client.fetch = { … }`.
///
/// That is not a use of the dependency, so the issue of a use is kept with the value until it is
/// read, if ever.
struct TouchedValue: Sendable {
  let box: AnyDependencyBox

  /// The context for which the key has no value, so that this one is used.
  let missing: DependencyContext?

  /// The issues reported by the key's own code.
  let issues: [HeldIssue]

  var deservesIssue: Bool { missing != nil || !issues.isEmpty }
}

/// An issue that is reported later, or not at all.
struct HeldIssue: Sendable {
  let message: String?
  let severity: IssueSeverity
  let site: SourceSite

  func report() {
    site.report(message, severity: severity)
  }
}

/// Holds issues back.
struct HoldingReporter: IssueReporter {
  private let held = LockIsolated<[HeldIssue]>([])

  var issues: [HeldIssue] { held.value }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let issue = HeldIssue(
      message: message(), severity: severity,
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
    held.withLock { $0.append(issue) }
  }
}
