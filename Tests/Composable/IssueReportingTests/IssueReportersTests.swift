import IssueReporting
import Testing

@Suite("Issue reporters")
struct IssueReportersTests {
  let reporter = RecordingReporter()

  @Test("withIssueReporters sends issues to these reporters, and to no other")
  func scoped() async {
    let second = RecordingReporter()
    let line = #line + 2
    withIssueReporters([reporter, second]) {
      reportIssue("Sync")
    }
    await withIssueReporters([reporter]) {
      await Task.yield()
      reportIssue("Async", severity: .warning)
      await Task { reportIssue(Full(), "In a task") }.value
    }
    #expect(
      reporter.entries.first
        == RecordingReporter.Entry(
          message: "Sync", severity: .error, fileID: #fileID, line: UInt(line), isExpected: false))
    #expect(
      reporter.messages == ["Sync", "Async", "Caught error: the disk is full: In a task"])
    #expect(reporter.entries.map(\.severity) == [.error, .warning, .error])
    #expect(second.messages == ["Sync"])
  }

  @Test("No reporters silence issues")
  func none() {
    withIssueReporters([]) { reportIssue("Nobody hears it") }
  }

  @Test("The process's reporters are the default one, until set")
  func current() {
    #expect(IssueReporters.current.count == 1)
    #expect(IssueReporters.current.first is DefaultReporter)
  }

  @Test("An inner context takes precedence, and issues outside are shown at their own location")
  func context() async {
    await withIssueReporters([reporter]) {
      await withIssueContext(fileID: "M/Outer.swift", filePath: "/Outer.swift", line: 1) {
        await Task.yield()
        withIssueContext(fileID: "M/Inner.swift", filePath: "/Inner.swift", line: 2) {
          reportIssue("inner")
        }
        reportIssue("outer")
      }
      reportIssue("own")
    }
    #expect(reporter.entries.map(\.fileID) == ["M/Inner.swift", "M/Outer.swift", #fileID])
  }

  @Test("A reporter of the form without a severity gets every issue")
  func old() {
    final class Old: IssueReporter {
      let reporter = RecordingReporter()
      func reportIssue(
        _ message: @autoclosure () -> String?,
        fileID: StaticString,
        filePath: StaticString,
        line: UInt,
        column: UInt
      ) {
        reporter.reportIssue(
          message(), severity: .error, fileID: fileID, filePath: filePath, line: line,
          column: column)
      }
    }
    let old = Old()
    withIssueReporters([old]) {
      reportIssue("Error")
      reportIssue("Warning", severity: .warning)
      reportIssue(Full())
    }
    #expect(
      old.reporter.messages == ["Error", "Warning", "Caught error: the disk is full"])
  }

  @Test("A warning fails no test")
  func warning() {
    reportIssue("Only a warning of a test of warnings", severity: .warning)
  }

  @Test("withErrorReporting returns the value, or reports the error and returns nil")
  func errorReporting() async {
    let line = #line + 2
    let values = await withIssueReporters([reporter]) {
      let failed: Int? = withErrorReporting("Saving") { throw Full() }
      let nothing: Int? = await withErrorReporting {
        await Task.yield()
        throw Full()
      }
      let done = withErrorReporting { 1 }
      let optional = await withErrorReporting {
        await Task.yield()
        return Optional(2)
      }
      return [failed, nothing, done, optional]
    }
    #expect(values == [nil, nil, 1, 2])
    #expect(
      reporter.messages == [
        "Caught error: the disk is full: Saving", "Caught error: the disk is full",
      ])
    #expect(reporter.entries.first?.line == UInt(line))
  }

  @Test("withErrorReporting does not report a cancellation")
  func errorReportingCancellation() async {
    let values = await withIssueReporters([reporter]) {
      let thrown: Int? = withErrorReporting("Saving") { throw CancellationError() }
      let thrownLater: Int? = await withErrorReporting("Saving") {
        await Task.yield()
        throw CancellationError()
      }
      return [thrown, thrownLater]
    }
    #expect(values == [nil, nil])
    let canceled = Task { [reporter] in
      await withErrorReporting(to: [reporter]) {
        withUnsafeCurrentTask { $0?.cancel() }
        try await Task.sleep(for: .seconds(60))
      }
    }
    #expect(await canceled.value == nil)
    #expect(reporter.entries.isEmpty)
  }

  @Test("withErrorReporting reports to the given reporters")
  func errorReportingTo() {
    withErrorReporting(to: [reporter]) { throw Full() }
    #expect(reporter.messages == ["Caught error: the disk is full"])
  }
}
