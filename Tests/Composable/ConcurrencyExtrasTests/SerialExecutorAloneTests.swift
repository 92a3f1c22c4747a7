import ConcurrencyExtras
import Foundation
import Testing

private let variable = "SERIAL_EXECUTOR_ALONE"
private let isAlone = ProcessInfo.processInfo.environment[variable] != nil

@Suite("Main serial executor, switched off again")
struct SerialExecutorAloneTests {
  @Test("Its tests pass in a process of their own")
  func alone() async throws {
    let (output, status) = try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: reading to the end blocks, which no task may.
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.run() })
      }
    }
    #expect(status == 0, "\(output)")
    #expect(output.contains("Test run with 3 tests"), "\(output)")
  }

  private static func run() throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(
      filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    process.arguments = ["--testing-library", "swift-testing", "--filter", "SerialExecutorAlone/"]
    process.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
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
