import ConcurrencyExtras
import Foundation
import POSIX
import TerminalClient

/// What comes through standard input, where nothing is drawn: an answer, or what a pipe gives.
enum StandardInput {
  /// As much as a person types to answer a question.
  private static let answerLimit = 1 << 12

  static func answer(to question: String) async throws -> String? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1
    else { return nil }
    // A process in the background that reads from the terminal is stopped. There is a person, who
    // has not agreed.
    guard tcgetpgrp(STDIN_FILENO) == getpgrp()
    else { return "" }
    try? printAll(question, to: STDERR_FILENO)
    // A terminal hands over whole lines.
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

  /// The next bytes, as soon as there are any; none at the end.
  private static func next(
    _ count: Int, _ isCancelled: Protected<Bool>
  ) throws -> [UInt8] {
    do {
      while true {
        // A thread that waits for input learns of a cancellation only by looking.
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
    _ work: @escaping @Sendable (_ isCancelled: Protected<Bool>) throws -> Value
  ) async throws -> Value {
    let isCancelled = Protected(false)
    return try await withTaskCancellationHandler {
      try await onOwnThread("standard input") { try work(isCancelled) }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }
}
