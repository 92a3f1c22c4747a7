import ConcurrencyExtras
import CustomDump
import Testing

import IssueReporting

struct ExpectTests {
  final class Recorder: IssueReporter {
    let issues = LockIsolated<[(message: String, line: UInt)]>([])

    func reportIssue(
      _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
      line: UInt, column: UInt
    ) {
      let message = message() ?? ""
      issues.withLock { $0.append((message, line)) }
    }

    func reportIssue(
      _ error: any Error, _ message: @autoclosure () -> String?, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      issues.withLock { $0.append(("\(error)", line)) }
    }

    var recorded: [(message: String, line: UInt)] { issues.withLock { $0 } }
  }

  struct Refusal: Error {}

  private func refuse() throws -> Int { throw Refusal() }

  @Test("TST-41 equal values pass; different ones fail at the caller's line, with the difference")
  func noDifference() throws {
    let recorder = Recorder()
    withIssueReporters([recorder]) {
      expectNoDifference(1, 1)
      expectNoDifference(
        User(favoriteNumbers: [], id: 1, name: "Blob"),
        User(favoriteNumbers: [], id: 1, name: "Blob!"), "Names", line: 7)
    }
    let issue = try #require(recorder.recorded.first)
    #expect(recorder.recorded.count == 1)
    #expect(issue.line == 7)
    #expect(
      issue.message.plain == """
        Names - Difference: …

            User(
              favoriteNumbers: [],
              id: 1,
          −   name: "Blob"
          +   name: "Blob!"
            )

        (First: −, Second: +)
        """)
  }

  @Test("an error thrown by an expression fails the test")
  func throwing() {
    let recorder = Recorder()
    func body() {
      expectNoDifference(try refuse(), 1)
      expectDifference(1) {
        throw Refusal()
      } changes: {
        $0 = 1
      }
    }
    withIssueReporters([recorder], operation: body)
    #expect(recorder.recorded.map(\.message) == ["Refusal()", "Refusal()"])
  }

  @Test("an operation must change a value exactly as described")
  func difference() throws {
    let recorder = Recorder()
    var count = 0
    withIssueReporters([recorder]) {
      expectDifference(count) {
        count += 1
      } changes: {
        $0 = 1
      }
      expectDifference(count) {
        count += 1
      } changes: {
        $0 = 3
      }
    }
    let issue = try #require(recorder.recorded.first)
    #expect(recorder.recorded.count == 1)
    #expect(
      issue.message == """
        Difference: …

          − 3
          + 2

        (Expected: −, Actual: +)
        """)
  }

  @Test("an asynchronous operation must change a value exactly as described")
  func asyncDifference() async {
    let recorder = Recorder()
    var count = 0
    await withIssueReporters([recorder]) {
      await expectDifference(count) {
        await Task.yield()
        count += 1
      } changes: {
        $0 = 1
      }
      await expectDifference(count) {
        await Task.yield()
      } changes: {
        $0 = 2
      }
    }
    #expect(recorder.recorded.count == 1)
  }

  @Test("TST-41 the older spellings still compile and still fail")
  @available(*, deprecated)
  func olderSpellings() {
    let recorder = Recorder()
    var count = 0
    withIssueReporters([recorder]) {
      XCTAssertNoDifference(1, 1)
      XCTAssertNoDifference(1, 2)
      XCTAssertDifference(count) {
        count += 1
      } changes: {
        $0 = 1
      }
      XCTAssertDifference(count) {
        count += 1
      } changes: {
        $0 = 1
      }
    }
    #expect(recorder.recorded.count == 2)
  }

  @Test("a failure fails the test that runs")
  func failsTheTest() {
    withExpectedIssue {
      expectNoDifference(1, 2)
    }
  }
}
