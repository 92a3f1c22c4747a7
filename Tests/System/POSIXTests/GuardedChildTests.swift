import Foundation
import POSIX
import Testing

struct GuardedChildTests {
  /// A shell that ignores signals, with a child that holds its output.
  private static let stubborn = """
    trap '' HUP INT TERM
    sleep 600 &
    exec </dev/null
    while :; do sleep 600; done
    """

  private func start(_ script: String, output: borrowing Descriptor) throws -> GuardedChild {
    try GuardedChild("/bin/sh", ["-c", script], input: 0, output: output.number, errors: 2)
  }

  /// Waits until the other end is closed.
  private func waitForEnd(_ output: borrowing Descriptor) throws {
    while try !output.read(upTo: 4096).isEmpty {}
  }

  /// Starts a program and lets go of the value, which is what becomes of it when our process ends.
  ///
  /// - Returns: The program and its guard.
  private func abandon(_ ends: borrowing SocketPair) throws -> [pid_t] {
    let script = """
      read -r pid name state parent group rest < /proc/$$/stat
      echo "$pid $group"
      \(Self.stubborn)
      """
    let child = try start(script, output: ends.far)
    var output = ""
    while !output.hasSuffix("\n") {
      output += String(decoding: try ends.near.read(upTo: 64), as: UTF8.self)
    }
    let hasEnded = try child.hasEnded(waiting: false)
    #expect(!hasEnded)
    return output.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
  }

  @Test("A program that ignores signals ends with its parent, and so do its children")
  func abandoned() throws {
    let ends = try SocketPair()
    let children = try abandon(ends)
    try waitForEnd(ends.closingFar())
    // Both must be reaped by the process that runs the tests: otherwise code that waits for any
    // child would get these two forever.
    for child in children {
      let end = try collectChild(child)
      #expect(end == .signaled(SIGKILL))
    }
  }

  @Test("Processes left by a program are killed when it is collected")
  func leftOver() throws {
    let ends = try SocketPair()
    let child = try start("sleep 600 & exit 3", output: ends.far)
    let end = try child.collect()
    #expect(end == .exited(3))
    try waitForEnd(ends.closingFar())
  }

  @Test("A program is killed with its children")
  func killed() throws {
    let ends = try SocketPair()
    let child = try start(Self.stubborn, output: ends.far)
    child.kill()
    let hasEnded = try child.hasEnded(waiting: true)
    #expect(hasEnded)
    let end = try child.collect()
    #expect(end == .signaled(SIGKILL))
    try waitForEnd(ends.closingFar())
  }

  @Test("A program that is asked to end can clean up, and its children end, too")
  func terminated() throws {
    let ends = try SocketPair()
    // 'wait' ends with the signal, whenever it comes. A program that the shell starts after it would
    // be awaited first.
    let child = try start(
      "trap 'echo cleaned; exit 3' TERM; sleep 600 & echo ready; wait", output: ends.far)
    _ = try ends.near.read(upTo: 64)
    child.terminate()
    let text = String(decoding: try ends.near.read(upTo: 64), as: UTF8.self)
    #expect(text == "cleaned\n")
    let end = try child.collect()
    #expect(end == .exited(3))
    try waitForEnd(ends.closingFar())
  }

  @Test("A missing program is reported")
  func missing() {
    #expect(throws: SystemError(code: ENOENT, subject: "/nonexistent/program")) {
      _ = try GuardedChild("/nonexistent/program", [], input: 0, output: 1, errors: 2).collect()
    }
  }
}
