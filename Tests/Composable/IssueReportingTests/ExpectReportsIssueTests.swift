import IssueReporting
import Testing

@Suite("expectReportsIssue")
struct ExpectReportsIssueTests {
  let reporter = RecordingReporter()

  @Test("An issue that matches fails nothing and reaches no other reporter")
  func matching() async {
    await withIssueReporters([reporter]) {
      expectReportsIssue {
        reportIssue("Oops")
      } matching: {
        $0.description == "Issue reported: Oops" && $0.severity == .error && $0.error == nil
      }
      await expectReportsIssue {
        await Task.yield()
        reportIssue()
      } matching: {
        $0.description == "Issue reported"
      }
    }
    #expect(reporter.entries == [])
  }

  @Test("The matcher gets the error, the severity and the place of each issue")
  func properties() {
    var issues: [ReportedIssue] = []
    let line = #line + 2
    expectReportsIssue {
      reportIssue(Full(), "Saving")
      reportIssue("Careful", severity: .warning)
    } matching: {
      issues.append($0)
      return true
    }
    #expect(
      issues.map(\.description) == [
        "Issue reported: Caught error: the disk is full: Saving", "Issue reported: Careful",
      ])
    #expect(issues.map { $0.error is Full } == [true, false])
    #expect(issues.map(\.severity) == [.error, .warning])
    #expect(issues.map(\.line) == [UInt(line), UInt(line) + 1])
    #expect(issues.allSatisfy { "\($0.fileID)" == #fileID && $0.column > 0 })
    #expect(issues.allSatisfy { "\($0.filePath)" == #filePath })
  }

  @Test("Each issue that does not match is reported where the assertion is")
  func mismatch() async {
    let line = #line + 2
    await withIssueReporters([reporter]) {
      expectReportsIssue {
        reportIssue("Oops")
        reportIssue("Expected")
      } matching: {
        $0.description.contains("Expected")
      }
      await expectReportsIssue {
        await Task.yield()
        reportIssue("Oops")
      } matching: { _ in
        false
      }
    }
    #expect(
      reporter.messages == [
        "Issue does not match: Issue reported: Oops", "Issue does not match: Issue reported: Oops",
      ])
    #expect(reporter.entries.first?.line == UInt(line))
  }

  @Test("Code that reports nothing is an issue where the assertion is")
  func nothing() async {
    let line = #line + 2
    await withIssueReporters([reporter]) {
      expectReportsIssue("Bad input") {
      } matching: { _ in
        true
      }
      await expectReportsIssue {
        await Task.yield()
      } matching: { _ in
        true
      }
    }
    #expect(
      reporter.messages == [
        "Expected issue to be reported: Bad input", "Expected issue to be reported",
      ])
    #expect(reporter.entries.first?.line == UInt(line))
  }

  @Test("An assertion within withExpectedIssue asserts the issues itself")
  func withinExpectedIssue() {
    withExpectedIssue(isIntermittent: true) {
      expectReportsIssue {
        reportIssue("Oops")
      } matching: {
        $0.description.contains("Oops")
      }
    }
    withExpectedIssue {
      expectReportsIssue {
      } matching: { _ in
        true
      }
    }
  }

  @Test("An error of the code is thrown")
  func errors() async {
    #expect(throws: Full.self) {
      try expectReportsIssue {
        reportIssue("Oops")
        throw Full()
      } matching: { _ in
        true
      }
    }
    await #expect(throws: Full.self) {
      try await expectReportsIssue {
        await Task.yield()
        throw Full()
      } matching: { _ in
        true
      }
    }
  }
}
