import ConcurrencyExtras
import DependenciesTestSupport
import Foundation
import IssueReporting
import Sharing
import Testing

/// Warnings about keys of an app storage.
@Suite(.dependencies)
struct AppStorageWarningTests {
  @Dependency(\.defaultAppStorage) private var defaults

  @Test("Two Foundation stores of one suite produce a warning when keys use both")
  func twoStores() {
    let suite = "sharing-tests-of-two-stores"
    let (one, two) = (PlainDefaults(suiteName: suite), PlainDefaults(suiteName: suite))
    let warnings = Warnings()
    withIssueReporters([warnings]) {
      @Shared(.appStorage("a", store: one)) var a = 1
      @Shared(.appStorage("b", store: one)) var b = 1
      @Shared(.appStorage("a", store: PlainDefaults(suiteName: "\(suite)-other"))) var other = 1
      #expect(warnings.messages.value == [])
      @Shared(.appStorage("a", store: two)) var same = 1
    }
    #expect(warnings.messages.value.count == 1)
    #expect(warnings.messages.value.allSatisfy { $0.contains("\"\(suite)\"") })
    let ours = Warnings()
    withIssueReporters([ours]) {
      @Shared(.appStorage("a", store: FileUserDefaults(suiteName: suite))) var a = 1
      @Shared(.appStorage("b", store: FileUserDefaults(suiteName: suite))) var b = 1
    }
    #expect(ours.messages.value == [])
  }

  @Test(
    "KEY-13 X-21 A key that contains a period or begins with an at-sign is warned of, and works",
    arguments: ["co.pointfree.isOn", "@isOn"])
  func keyFormat(name: String) {
    let warnings = Warnings()
    withIssueReporters([warnings]) {
      @Shared(.appStorage(name)) var isOn = false
      defaults.set(true, forKey: name)
      #expect(isOn)
    }
    #expect(warnings.messages.value.count == 1)
    #expect(warnings.messages.value.allSatisfy { $0.contains("\"\(name)\"") })
  }

  @Test("KEY-13 The warning can be switched off, and other keys are not warned of")
  func noWarning() {
    let warnings = Warnings()
    withIssueReporters([warnings]) {
      @Shared(.appStorage("user@example/co-pointfree")) var isOn = false
      withDependencies {
        $0.appStorageKeyFormatWarningEnabled = false
      } operation: {
        @Shared(.appStorage("co.pointfree")) var isOff = false
      }
    }
    #expect(warnings.messages.value == [])
  }

  private struct Warnings: IssueReporter {
    let messages = LockIsolated<[String]>([])

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      let message = message() ?? ""
      #expect(severity == .warning, "\(message)")
      messages.withLock { $0.append(message) }
    }
  }
}
