import ConcurrencyExtras
import Foundation
import POSIX
import TestPrograms
import Testing

private let variable = "SERIAL_EXECUTOR_ALONE"
private let isAlone = ProcessInfo.processInfo.environment[variable] != nil

@Suite("Main serial executor, switched off again")
struct SerialExecutorAloneTests {
  @Test("Its tests pass in a separate process")
  func alone() async throws {
    let run = try await onOwnThread("alone") {
      try runProgram(
        builtProgram(), ["--testing-library", "swift-testing", "--filter", "SerialExecutorAlone/"],
        environment: ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 })
    }
    #expect(run.succeeded, "\(run)")
    #expect((run.output + run.errors).contains("Test run with 5 tests"), "\(run)")
  }
}

@Suite(
  .serialized,
  .enabled(if: isAlone, "SerialExecutorAloneTests runs them in a process of their own."))
@MainActor
struct SerialExecutorAlone {
  @Test("Scopes nest, and only the outermost switches back")
  func nesting() async {
    #expect(!uncheckedUseMainSerialExecutor)
    await withMainSerialExecutor {
      await Task.yield()
      #expect(uncheckedUseMainSerialExecutor)
      withMainSerialExecutor {
        #expect(uncheckedUseMainSerialExecutor)
      }
      #expect(uncheckedUseMainSerialExecutor)
    }
    #expect(!uncheckedUseMainSerialExecutor)
  }

  @Test("The switch stays until it is switched back")
  func unchecked() async {
    uncheckedUseMainSerialExecutor = true
    #expect(uncheckedUseMainSerialExecutor)
    let order = LockIsolated<[Int]>([])
    let tasks = (0..<50).map { index in Task.detached { order.withValue { $0.append(index) } } }
    for task in tasks { await task.value }
    #expect(order.value == Array(0..<50))
    uncheckedUseMainSerialExecutor = false
    #expect(!uncheckedUseMainSerialExecutor)
  }

  @Test("Switching it off takes effect within a scope, whose end changes nothing more")
  func switchedOffWithinScope() async {
    await withMainSerialExecutor {
      await Task.yield()
      uncheckedUseMainSerialExecutor = false
      #expect(!uncheckedUseMainSerialExecutor)
      withMainSerialExecutor {
        #expect(uncheckedUseMainSerialExecutor)
      }
      #expect(!uncheckedUseMainSerialExecutor)
      uncheckedUseMainSerialExecutor = true
    }
    #expect(uncheckedUseMainSerialExecutor)
    uncheckedUseMainSerialExecutor = false
    #expect(!uncheckedUseMainSerialExecutor)
  }

  @Test("Switching it off takes effect while a test store is alive")
  func switchedOffBesideStore() {
    var first: MainSerialExecution? = MainSerialExecution()
    #expect(uncheckedUseMainSerialExecutor)
    uncheckedUseMainSerialExecutor = false
    #expect(!uncheckedUseMainSerialExecutor)
    #expect(first?.isInForce == false)
    let second = MainSerialExecution()
    #expect(uncheckedUseMainSerialExecutor)
    first = nil
    #expect(uncheckedUseMainSerialExecutor)
    #expect(second.isInForce)
    uncheckedUseMainSerialExecutor = false
    #expect(!uncheckedUseMainSerialExecutor)
  }

  @Test("An error leaves the scope and switches back")
  func errors() async {
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await withMainSerialExecutor {
        await Task.yield()
        throw Stop()
      }
    }
    #expect(!uncheckedUseMainSerialExecutor)
  }
}
