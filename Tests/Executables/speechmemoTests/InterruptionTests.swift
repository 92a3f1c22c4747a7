import Foundation
import Testing

/// Ctrl-C and other signals, at moments set by the engine or a pipe.
struct InterruptionTests {
  private let sandbox: Sandbox
  private let signpost: Signpost

  init() throws {
    sandbox = try Sandbox()
    signpost = try Signpost(sandbox.path("signpost"))
  }

  @Test(
    "Ctrl-C while the engine works keeps the memo, and 'retry' makes the whole transcript",
    arguments: ["waits at start", "waits", "waits in the middle"])
  func engine(part: String) throws {
    let path = try sandbox.file("memo.wav", Sound.tone())
    let running = try sandbox.start(["import", path], engine: part)
    try signpost.wait()
    running.child.send(SIGINT)
    try sandbox.finish(running).expectComplaint(saying: "stopped", "speechmemo retry", status: 130)
    #expect(try sandbox.memos().map { $0["state"] as? String } == ["queued"])
    try sandbox.run("retry").expectSuccess()
    #expect(try sandbox.text(of: "memo") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("Any number of Ctrl-C does not use up a job")
  func often() throws {
    let path = try sandbox.file("memo.wav", Sound.tone())
    for command in [["import", path], ["retry"], ["retry"], ["retry"], ["retry"]] {
      let running = try sandbox.start(command, engine: "waits")
      try signpost.wait()
      running.child.send(SIGINT)
      #expect(try sandbox.finish(running).status == 130)
    }
    try sandbox.run("retry").expectSuccess()
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("A stopped import resumes when repeated")
  func again() throws {
    let path = try sandbox.file("memo.wav", Sound.tone())
    let running = try sandbox.start(["import", path], engine: "waits")
    try signpost.wait()
    running.child.send(SIGINT)
    #expect(try sandbox.finish(running).status == 130)
    try sandbox.run("import", path).expectSuccess()
    #expect(try sandbox.text(of: "memo") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("A request to end stops as Ctrl-C does")
  func termination() throws {
    let path = try sandbox.file("memo.wav", Sound.tone())
    let running = try sandbox.start(["import", path], engine: "waits")
    try signpost.wait()
    running.child.send(SIGTERM)
    try sandbox.finish(running).expectComplaint(saying: "stopped", status: 143)
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("A kill while the engine works keeps the memo and its job")
  func kill() throws {
    let path = try sandbox.file("memo.wav", Sound.tone())
    let running = try sandbox.start(["import", path], engine: "waits in the middle")
    try signpost.wait()
    running.child.send(SIGKILL)
    #expect(try sandbox.finish(running).status == 137)
    try sandbox.run("retry").expectSuccess()
    #expect(try sandbox.text(of: "memo") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("Ctrl-C during standard input leaves nothing behind")
  func standardInput() throws {
    let pipe = sandbox.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let descriptor = open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    let running = try sandbox.start(["import", "-"], engine: "", input: pipe)
    // More than a pipe holds: when all of it is written, the program has begun to read.
    let sound = Sound.tone(seconds: 5)
    let written = sound.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    #expect(written == sound.count)
    running.child.send(SIGINT)
    try sandbox.finish(running)
      .expectComplaint(saying: "stopped; nothing was imported", status: 130)
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("Two processes share the work, and each memo is transcribed once")
  func twoProcesses() throws {
    let first = try sandbox.file("first.wav", Sound.tone(300))
    let second = try sandbox.file("second.wav", Sound.tone(500))
    let running = try sandbox.start(["import", first], engine: "waits")
    try signpost.wait()
    try sandbox.run("import", second).expectSuccess()
    let retry = try sandbox.run("retry")
    #expect(retry.status == 0)
    #expect(retry.errorLines == ["1 memo is being transcribed by another process."])
    running.child.send(SIGINT)
    #expect(try sandbox.finish(running).status == 130)
    try sandbox.run("retry").expectSuccess()
    try sandbox.expectWhole(memoCount: 2)
  }
}
