import Foundation
import Testing

/// A server as the engine: the program's own `serve`, which speaks OpenAI's API, asked by the program.
struct ServerEngineTests {
  private let sandbox: Sandbox
  private let sound: String

  init() throws {
    sandbox = try Sandbox()
    sound = try sandbox.file("talk.wav", Sound.tone(440, seconds: 3))
  }

  /// Defines `here`, which runs the program in another library without an engine.
  private var here: String {
    """
    program=$1
    here() {
      env -u SPEECHMEMO_HELPER SPEECHMEMO_ENGINE_KEY="${key-$token}" \
        SPEECHMEMO_HOME='\(sandbox.path("other"))' "$program" "$@"
    }
    """
  }

  @Test("A memo is transcribed on a server, with word times and the engine's name")
  func transcribes() throws {
    let outcome = try sandbox.serve(
      """
      \(here)
      here settings engine "$url"
      here models
      here import '\(sound)' 2>&1 | tail -1
      here export last --format srt | head -3
      here show last --json | head -c 20000 | tr , '\\n' | grep -m 1 '"name":"127'
      here doctor --json | grep '"speech engine"'
      here doctor --json | grep -c "$token"
      """, scopes: "transcribe")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 9, "\(outcome.output) \(outcome.error)")
    #expect(lines[0].hasPrefix("engine  http://127.0.0.1:") && lines[0].hasSuffix("/v1"))
    #expect(lines[1].hasPrefix("* fake") && lines[1].hasSuffix("on the server"))
    #expect(lines[2].contains("one two three four"))
    #expect(lines[3...5] == ["1", "00:00:00,000 --> 00:00:03,000", "one two three four"])
    #expect(lines[6].contains("127.0.0.1:"))
    #expect(lines[7].contains("\"good\"") && lines[7].contains("on this machine"))
    #expect(lines[8] == "0", "the key is told nowhere")
    let settings = try String(contentsOfFile: sandbox.path("other/settings.json"), encoding: .utf8)
    #expect(settings.contains("http://127.0.0.1:") && !settings.contains("engineKey"))
  }

  @Test("Speakers are detected on the server on request")
  func speakers() throws {
    let outcome = try sandbox.serve(
      """
      \(here)
      here settings engine "$url"
      here settings speakers on
      here import '\(sound)' 2>&1 >/dev/null
      here export last --format vtt | grep '<v'
      """, scopes: "transcribe")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(2) == ["<v Speaker 1>one two", "<v Speaker 2>three four"],
      "\(outcome.output) \(outcome.error)")
  }

  @Test(
    "A key file is used, and a wrong or shared key is reported in one line")
  func keys() throws {
    let key = try sandbox.file("key", Data())
    let others = try (1...2).map { try sandbox.file("\($0).wav", Sound.tone(500 * $0, seconds: 3)) }
    let outcome = try sandbox.serve(
      """
      \(here)
      here settings engine "$url" >/dev/null 2>&1
      key=wrong; here import '\(sound)' --title a 2>&1 | tail -1
      key=; here import '\(others[0])' --title b 2>&1 | tail -1
      printf %s "$token" > '\(key)'
      chmod 600 '\(key)'
      here settings engine-key '\(key)' >/dev/null
      here retry 2>&1 | grep -c 'one two three four'
      chmod 644 '\(key)'
      here import '\(others[1])' --title c 2>&1 | tail -1
      here settings engine-key "$token" 2>&1 | grep -c "$token"
      """, scopes: "transcribe")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 5, "\(outcome.output) \(outcome.error)")
    #expect(lines[0].contains("rejected the key; set SPEECHMEMO_ENGINE_KEY"))
    #expect(lines[1].contains("requires a key"))
    #expect(lines[2] == "2")
    #expect(lines[3].contains("other users can read the speech server's key"))
    #expect(lines[4] == "0")
  }

  @Test("Without the server a memo is kept, with a note, and 'retry' continues later")
  func offline() throws {
    let sandbox = sandbox
    func other(_ arguments: String..., before: [String] = []) throws -> Sandbox.Outcome {
      try sandbox.finish(
        sandbox.start(
          arguments, engine: "",
          before: [
            "/usr/bin/env", "-u", "SPEECHMEMO_HELPER", "SPEECHMEMO_HOME=\(sandbox.path("other"))",
          ]))
    }
    #expect(try other("settings", "engine", "http://127.0.0.1:1/v1").status == 0)
    let outcome = try other("import", sound)
    #expect(outcome.status == 1)
    let line = try #require(outcome.errorLines.last, "\(outcome.error)")
    #expect(line.contains("the speech server 127.0.0.1:1 cannot be reached"))
    #expect(line.contains("'speechmemo settings engine whisper' to transcribe on this machine"))
    #expect(try other("list").output.contains("talk"))
    let back = try sandbox.serve(
      """
      \(here)
      here settings engine "$url" >/dev/null
      here retry 2>&1 | grep -c 'one two three four'
      """, scopes: "transcribe")
    #expect(back.output.trimmed == "1", "\(back.output) \(back.error)")
  }

  @Test("Killing a transcriber loses nothing: the next one finishes its jobs")
  func killed() throws {
    let token = try sandbox.run("tokens", "add", "first", "--scope", "transcribe")
    let post = try Signpost(sandbox.path("signpost"))
    let server = try sandbox.start(
      ["serve", "--port", "0", "--json"], engine: "waits in the middle")
    let line = try sandbox.firstLine(of: server)
    let port = try #require(line.split(separator: ":").last?.prefix { $0.isNumber })
    let environment = [
      "/usr/bin/env", "-u", "SPEECHMEMO_HELPER", "SPEECHMEMO_HOME=\(sandbox.path("other"))",
      "SPEECHMEMO_ENGINE_KEY=\(token.output.trimmed)",
    ]
    let set = try sandbox.start(
      ["settings", "engine", "http://127.0.0.1:\(port)"], engine: "", before: environment)
    #expect(try sandbox.finish(set).status == 0)
    let command = try sandbox.start(["import", sound], engine: "", before: environment)
    try post.wait()
    command.child.send(SIGKILL)
    _ = try sandbox.finish(command)
    server.child.send(SIGTERM)
    _ = try sandbox.finish(server)
    let next = try sandbox.serve(
      """
      \(here)
      here settings engine "$url" >/dev/null
      here retry 2>&1 | grep -c 'one two three four'
      """, scopes: "transcribe")
    #expect(next.output.trimmed == "1", "\(next.output) \(next.error)")
  }
}
