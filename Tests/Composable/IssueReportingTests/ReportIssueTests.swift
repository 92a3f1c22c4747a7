import IssueReporting
import Testing

@Suite("reportIssue")
struct ReportIssueTests {
  @Test("An issue fails the Swift Testing test at the caller's file and line")
  func failsTheTest() {
    let line = #line + 2
    withKnownIssue {
      reportIssue("The list has no such row.")
    } matching: { issue in
      issue.comments == ["The list has no such row."]
        && issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
        && issue.severity == .error
    }
  }

  @Test("A caught error fails the test with the error and the message")
  func failsTheTestWithAnError() {
    struct Full: Error {}
    withKnownIssue {
      reportIssue(Full(), "Saving failed.")
    } matching: { issue in
      issue.error is Full && issue.comments == ["Saving failed."]
    }
  }

  @Test("An issue from a child task fails the test")
  func childTask() async {
    await withKnownIssue {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { reportIssue("From a child task") }
      }
    }
  }

  @Test("An issue is shown where withIssueContext specifies")
  func context() async {
    withKnownIssue {
      withIssueContext(fileID: "Module/Caller.swift", filePath: "/Caller.swift", line: 7) {
        reportIssue("Deep within")
      }
    } matching: {
      $0.sourceLocation?.fileID == "Module/Caller.swift" && $0.sourceLocation?.line == 7
    }
  }

  @Test("DEP-22 isTesting is true on every task of a test process")
  func testing() async {
    #expect(isTesting)
    #expect(await Task.detached { isTesting }.value)
  }

  @Test("The test context is the running test, and nil in a detached task")
  func testContext() async throws {
    guard case .swiftTesting(let testing?) = TestContext.current
    else {
      Issue.record("No test is known.")
      return
    }
    #expect(testing.test.id.rawValue == AnyHashable(try #require(Test.current).id))
    #expect(await Task.detached { TestContext.current }.value == .swiftTesting)
    #expect(TestContext.current?.isSwiftTesting == true)
  }

  @Test("The test context has the traits of the running test", Mark(name: "this test"))
  func traits() {
    guard case .swiftTesting(let testing?) = TestContext.current
    else {
      Issue.record("No test is known.")
      return
    }
    #expect(testing.test.traits.compactMap { ($0 as? Mark)?.name } == ["this test"])
  }
}

private struct Mark: TestTrait {
  var name: String
}
