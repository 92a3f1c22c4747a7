import IssueReporting
import Testing

@Suite("withExpectedIssue in Swift Testing")
struct ExpectedIssueTests {
  let reporter = RecordingReporter()

  @Test("Expected issues of every kind fail nothing")
  func kinds() async {
    withExpectedIssue("A mistake") { reportIssue("Mistake") }
    withExpectedIssue { reportIssue(Full()) }
    withExpectedIssue { throw Full() }
    withExpectedIssue { Issue.record("The test library's own") }
    await withExpectedIssue {
      await Task.yield()
      reportIssue("Mistake")
    }
    await withExpectedIssue {
      await Task.yield()
      throw Full()
    }
    await withExpectedIssue {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { reportIssue("In a child task") }
      }
    }
  }

  @Test("Code that reports nothing is an issue at the expectation, unless intermittent")
  func nothing() async {
    let line = #line + 2
    await withIssueReporters([reporter]) {
      withExpectedIssue("Bad input") {}
      await withExpectedIssue { await Task.yield() }
      withExpectedIssue { reportIssue("A warning is not enough", severity: .warning) }
      withExpectedIssue(isIntermittent: true) {}
      await withExpectedIssue(isIntermittent: true) { await Task.yield() }
    }
    let failures = reporter.entries.filter { !$0.isExpected }
    #expect(
      failures.map(\.message) == [
        "Expected an issue to be reported, but none was: Bad input",
        "Expected an issue to be reported, but none was.",
        "Expected an issue to be reported, but none was.",
      ])
    #expect(failures.first?.line == UInt(line))
  }

  @Test("Reporters learn of expected issues as such")
  func reporters() {
    withIssueReporters([reporter]) {
      withExpectedIssue { reportIssue("Expected") }
      reportIssue("Not expected")
    }
    #expect(reporter.messages == ["Expected", "Not expected"])
    #expect(reporter.entries.map(\.isExpected) == [true, false])
  }

  @Test("The missing issue of an inner expectation is an issue for the outer one")
  func nested() {
    withExpectedIssue {
      withExpectedIssue {}
    }
  }
}
