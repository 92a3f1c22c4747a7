import ConcurrencyExtras
import Foundation
import POSIX
import TerminalClient

enum StandardInput {
  private static let answerLimit = 1 << 12

  static func answer(to question: String) async throws -> String? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1
    else { return nil }
    // The system stops a background process that reads the terminal. The user has not agreed.
    guard tcgetpgrp(STDIN_FILENO) == getpgrp()
    else { return "" }
    try? printAll(question, to: STDERR_FILENO)
    let line = try await reading { try next(answerLimit, $0) }
    return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  static func next(byteLimit: Int) async throws -> [UInt8] {
    try await reading { try next(byteLimit, $0) }
  }

  static func piped(byteLimit: Int) async throws -> [UInt8]? {
    guard isatty(STDIN_FILENO) == 0
    else { return nil }
    return try await reading { isCancelled in
      var all: [UInt8] = []
      while true {
        let bytes = try next(1 << 16, isCancelled)
        guard !bytes.isEmpty
        else { return all }
        all += bytes
        guard all.count <= byteLimit
        else {
          throw TerminalClient.InputFailed(reason: "it is longer than \(byteLimit) bytes")
        }
      }
    }
  }

  private static func next(
    _ count: Int, _ isCancelled: LockIsolated<Bool>
  ) throws -> [UInt8] {
    do {
      while true {
        // A blocked thread notices a cancellation only by polling.
        if isCancelled.withLock({ $0 }) { throw CancellationError() }
        if try waitForInput(from: [STDIN_FILENO], milliseconds: 50)[0] {
          return try Descriptor(borrowing: STDIN_FILENO).read(upTo: count)
        }
      }
    } catch let error as SystemError {
      throw TerminalClient.InputFailed(reason: error.reason)
    }
  }

  private static func reading<Value: Sendable>(
    _ work: @escaping @Sendable (_ isCancelled: LockIsolated<Bool>) throws -> Value
  ) async throws -> Value {
    let isCancelled = LockIsolated(false)
    return try await withTaskCancellationHandler {
      try await onOwnThread("standard input") { try work(isCancelled) }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }
}
