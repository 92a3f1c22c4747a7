import Foundation
import POSIX
import Testing

struct GuardedChildTests {
  /// A shell that ignores what it can, and a child of its own that holds its output.
  private static let stubborn = """
    trap '' HUP INT TERM
    sleep 600 &
    echo $$ $!
    exec </dev/null
    while :; do sleep 600; done
    """

  private func start(_ script: String, _ output: Pipe) throws -> GuardedChild {
    let child = try GuardedChild(
      "/bin/sh", ["-c", script], input: 0, output: output.fileHandleForWriting.fileDescriptor,
      errors: 2)
    try output.fileHandleForWriting.close()
    return child
  }

  @Test("A program that ignores everything ends with who started it, and what it started too")
  func abandoned() throws {
    let output = Pipe()
    // What becomes of the value is what becomes of it when our process ends.
    _ = try start(Self.stubborn, output)
    // It ends when nobody has the writing end any more.
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(text.isEmpty || text.split(separator: " ").count == 2)
  }

  @Test("What a program leaves running is ended when the program is collected")
  func leftOver() throws {
    let output = Pipe()
    let child = try start("sleep 600 & exit 3", output)
    let end = try child.collect()
    #expect(end == .exited(3))
    let text = try output.fileHandleForReading.readToEnd()
    #expect(text ?? Data() == Data())
  }

  @Test("A program is killed with what it has started")
  func killed() throws {
    let output = Pipe()
    let child = try start(Self.stubborn, output)
    child.kill()
    let hasEnded = try child.hasEnded(waiting: true)
    #expect(hasEnded)
    let end = try child.collect()
    #expect(end == .signaled(SIGKILL))
    _ = try output.fileHandleForReading.readToEnd()
  }

  @Test("A program that is not there is told of")
  func missing() {
    #expect(throws: SystemError(code: ENOENT, subject: "/nonexistent/program")) {
      _ = try GuardedChild("/nonexistent/program", [], input: 0, output: 1, errors: 2).collect()
    }
  }
}
