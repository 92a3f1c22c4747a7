import Dependencies
import DependenciesTestSupport
import Testing

// This file imports no more than files of features and their tests usually do.
@Suite(.dependencies)
struct ReexportTests {
  @Test("DEP-13 CLI-01 CLK-03 'import Dependencies' brings clocks, locked values and issues along")
  func oneImport() async {
    let ticks = LockIsolated(0)
    let clock = TestClock()
    let task = Task {
      for await _ in clock.timer(interval: .seconds(1)) { ticks.withValue { $0 += 1 } }
    }
    await clock.advance(by: .seconds(2))
    task.cancel()
    await task.value
    #expect(ticks.value == 2)
    #expect(isTesting)
    withExpectedIssue { reportIssue("Expected") }
  }
}
