import Foundation
import Testing

/// An engine that 'serve' keeps warm, as the commands beside it meet it.
struct WarmEngineTests {
  private let other: String
  private let sandbox: Sandbox
  private let sound: String

  init() throws {
    sandbox = try Sandbox()
    other = try sandbox.file("other.wav", Sound.tone(880, seconds: 3))
    sound = try sandbox.file("talk.wav", Sound.tone(440, seconds: 3))
  }

  /// Waits for a transcript: the server's queue may have claimed the job before the command did.
  private static func transcript(of title: String) -> String {
    "until \"$1\" export '\(title)' 2> /dev/null | grep -q four; do sleep 0.05; done"
  }

  @Test("Commands use the server's engine, and start none themselves")
  func sharing() throws { try share(in: sandbox) }

  @Test("Each process recognizes the engine created by setup")
  func usual() throws { try share(in: Sandbox(hasUsualEngine: true)) }

  private func share(in sandbox: Sandbox) throws {
    let sound = try sandbox.file("talk.wav", Sound.tone(440, seconds: 3))
    let other = try sandbox.file("other.wav", Sound.tone(880, seconds: 3))
    let outcome = try sandbox.serve(
      """
      \(sandbox.ready)
      export FAKE_PART=ours
      "$1" import '\(sound)' --title first 2>&1
      "$1" import '\(other)' --title second 2>&1
      \(Self.transcript(of: "first"))
      \(Self.transcript(of: "second"))
      ls -ld '\(sandbox.path(".cache/speechmemo/run"))' | cut -c1-10
      """)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.trimmed.hasSuffix("drwx------"), "\(outcome.output) \(outcome.error)")
    #expect(try !sandbox.starts().contains("ours"))
    for title in ["first", "second"] {
      #expect(try sandbox.text(of: title) == "one two three four")
    }
    try sandbox.expectWhole(memoCount: 2)
  }

  @Test(
    "A killed server loses nothing: the command resumes by itself")
  func serverKilled() throws {
    let post = try Signpost(sandbox.path("signpost"))
    let server = try serverOfAnotherLibrary(engine: "waits in the middle")
    let loaded = sandbox.path("state-loaded")
    while !FileManager.default.fileExists(atPath: loaded) { usleep(10_000) }
    let command = try sandbox.start(["import", sound], engine: "ours")
    try post.wait()
    server.child.send(SIGKILL)
    _ = try sandbox.finish(server)
    let outcome = try sandbox.finish(command)
    outcome.expectSuccess()
    #expect(try sandbox.starts().suffix(1) == ["ours"])
    #expect(try sandbox.text(of: "talk") == "one two three four")
    // The next one takes over its leftovers.
    try FileManager.default.removeItem(atPath: loaded)
    let next = try sandbox.serve(
      """
      \(sandbox.ready)
      FAKE_PART=theirs "$1" import '\(other)' --title next 2>&1
      \(Self.transcript(of: "next"))
      """)
    #expect(next.status == 0, "\(next.error)")
    #expect(try !sandbox.starts().contains("theirs"))
    #expect(try sandbox.text(of: "next") == "one two three four")
  }

  /// Starts a server whose queue cannot claim the jobs of this library.
  private func serverOfAnotherLibrary(engine: String) throws -> Sandbox.Running {
    let library = sandbox.path("elsewhere")
    let token = try sandbox.script(
      "SPEECHMEMO_HOME='\(library)' \"$@\"", "tokens", "add", "first")
    try #require(token.status == 0)
    let server = try sandbox.start(
      ["serve", "--library", library, "--port", "0", "--json"], engine: engine)
    _ = try sandbox.firstLine(of: server)
    return server
  }

  @Test("A lent engine that dies is replaced")
  func engineKilled() throws {
    let server = try serverOfAnotherLibrary(engine: "dies in the middle")
    while !FileManager.default.fileExists(atPath: sandbox.path("state-loaded")) { usleep(10_000) }
    let outcome = try sandbox.run("import", sound, engine: "ours")
    server.child.send(SIGTERM)
    _ = try sandbox.finish(server)
    outcome.expectSuccess()
    #expect(FileManager.default.fileExists(atPath: sandbox.path("state-middle")))
    #expect(try sandbox.text(of: "talk") == "one two three four")
  }
}

extension Sandbox {
  /// Waits for the server's socket, and for its engine to be ready.
  fileprivate var ready: String {
    """
    for turn in {1..1000}; do
      [ ! -e '\(path("state-loaded"))' ] || break
      read -rt 0.05 <> <(:)
    done
    """
  }

  /// The parts that engines played which were started, in order.
  fileprivate func starts() throws -> [String] {
    try String(contentsOfFile: path("state-starts"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }
}
