import Foundation
import POSIX
import Testing

struct GuardedChildTests {
  /// A shell that ignores what it can, and a child of its own that holds its output.
  private static let stubborn = """
    trap '' HUP INT TERM
    sleep 600 &
    exec </dev/null
    while :; do sleep 600; done
    """

  private func start(_ script: String, output: borrowing Descriptor) throws -> GuardedChild {
    try GuardedChild("/bin/sh", ["-c", script], input: 0, output: output.number, errors: 2)
  }

  /// Waits until nobody holds the other end.
  private func waitForEnd(_ output: borrowing Descriptor) throws {
    while try !output.read(upTo: 4096).isEmpty {}
  }

  @Test("A program that ignores everything ends with who started it, and what it started too")
  func abandoned() throws {
    let ends = try SocketPair()
    // What becomes of the value is what becomes of it when our process ends.
    _ = try start(Self.stubborn, output: ends.far)
    try waitForEnd(ends.closingFar())
  }

  @Test("What a program leaves running is ended when the program is collected")
  func leftOver() throws {
    let ends = try SocketPair()
    let child = try start("sleep 600 & exit 3", output: ends.far)
    let end = try child.collect()
    #expect(end == .exited(3))
    try waitForEnd(ends.closingFar())
  }

  @Test("A program is killed with what it has started")
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

  @Test("A program that is not there is told of")
  func missing() {
    #expect(throws: SystemError(code: ENOENT, subject: "/nonexistent/program")) {
      _ = try GuardedChild("/nonexistent/program", [], input: 0, output: 1, errors: 2).collect()
    }
  }
}
