import ComposableArchitecture
import PreviewHarness
import TerminalClient
import TerminalUI
import Testing

@MainActor
final class RecordingTests {
  private let file = FileManager.default.temporaryDirectory
    .appending(component: "preview-\(UUID().uuidString).jsonl")

  deinit { try? FileManager.default.removeItem(at: file) }

  /// Records a session with one input every 0.7 s, and returns the output.
  private func record(_ keys: [String]) async -> (code: Int32, text: String) {
    let simulated = SimulatedTerminal(size: Size(width: 20, height: 3))
    let clock = TestClock()
    let run = Task {
      await Ticker.run(
        "--record", file.path, "--actions", terminal: .simulated(simulated), clock: clock)
    }
    while !simulated.isOpen { await Task.yield() }
    await clock.advance(by: .milliseconds(200))
    for keys in keys {
      simulated.type(keys)
      await clock.advance(by: .milliseconds(700))
    }
    simulated.type("q")
    return await run.value
  }

  private func lines() throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func write(_ lines: some Sequence<String>) throws {
    try Data(lines.map { "\($0)\n" }.joined().utf8).write(to: file)
  }

  @Test("A recorded session replays to the same actions and frames, each time")
  func replay() async throws {
    let recorded = await record(
      ["\u{1b}[A", "s", "\u{1b}[200~two\nlines\u{1b}[201~", "i", "\"", ":", "é"])
    #expect(recorded.code == 0)
    let (code, replayed) = await Ticker.run("--replay", file.path, "--actions")
    #expect(code == 0, "\(replayed)")
    func actions(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.hasPrefix("action: ") }
    }
    #expect(actions(recorded.text).contains { $0.contains(".ticked") })
    #expect(actions(recorded.text) == actions(replayed))
    #expect(replayed.contains("name two\\nlines\":é\nids 1"))
    #expect(await Ticker.run("--replay", file.path, "--actions").text == replayed)
  }

  @Test("A script is recorded, and replays to the same frames")
  func script() async throws {
    let script = "up type:\"a b\" s wait:1 resize:9x3 paste:x"
    let recorded = await Ticker.run(
      "--script", script, "--size", "12x2", "--state", "many", "--record", file.path)
    #expect(recorded.code == 0)
    #expect(try lines().last == #"{"end":{}}"#)
    #expect(await Ticker.run("--replay", file.path) == recorded)
  }

  @Test("A script without Unicode frames, or with a wrong step, writes no recording")
  func unrecordedScript() async {
    let ascii = await Ticker.run("--script", "up", "--ascii", "--record", file.path)
    #expect(ascii.code == 2 && ascii.text.contains("leave out --ascii or --record"))
    #expect(await Ticker.run("--script", "upp", "--record", file.path).code == 2)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let (code, text) = await Ticker.run("--script", "up", "--record", "/nonexistent/folder/file")
    #expect(code == 1 && text.contains("/nonexistent/folder/file cannot be written"))
  }

  @Test("Every key that a user can press can be replayed")
  func keys() async throws {
    let keys = (0x21...0x7e).compactMap { Unicode.Scalar($0) }.map { String(Character($0)) }
      .filter { $0 != "q" }
    #expect(await record(keys + [" ", "\t", "\r", "\u{7f}", "\u{1}", "\u{1b}[1;5C"]).code == 0)
    let (code, text) = await Ticker.run("--replay", file.path)
    #expect(code == 0, "\(text.suffix(300))")
  }

  @Test("A preview that differs from its recording is detected, with the step")
  func changed() async throws {
    _ = await record(["\u{1b}[A"])
    let frames = try lines().filter { $0.contains("frame") }
    #expect(Set(frames).count == 2)
    let last = try #require(frames.last)
    try write(lines().map { $0 == last ? #"{"frame":{"_0":"0"}}"# : $0 })
    let (code, text) = await Ticker.run("--replay", file.path)
    #expect(code == 1)
    #expect(text.contains("step 2 (up) differs from the recording"))
  }

  @Test("A recording is replayed up to the point where the program was killed")
  func cutShort() async throws {
    _ = await record(["\u{1b}[A", "x"])
    let all = try lines()
    let end = try #require(all.lastIndex { $0.contains(#""x""#) })
    try write(all[...end])
    let (code, text) = await Ticker.run("--replay", file.path)
    #expect(code == 1)
    #expect(text.contains("count 1\nname x"))
    #expect(
      text.hasSuffix("TickerPreview: the recording is incomplete: the program was killed\n"))
  }

  @Test("A truncated file is never replayed as if it were complete")
  func truncated() async throws {
    _ = await record(["\u{1b}[A", "s"])
    let data = try Data(contentsOf: file)
    for count in stride(from: 0, to: data.count - 1, by: 7) {
      try data.prefix(count).write(to: file)
      let (code, text) = await Ticker.run("--replay", file.path)
      #expect(code == 1, "\(count) bytes of \(data.count)")
      #expect(text.split(separator: "\n").last?.hasPrefix("TickerPreview: ") == true)
    }
  }

  @Test("A file that cannot be written is reported before the session starts")
  func unwritable() async {
    let (code, text) = await Ticker.run(
      "--record", "/nonexistent/folder/file",
      terminal: .simulated(SimulatedTerminal(size: Size(width: 20, height: 3))))
    #expect(code == 1)
    #expect(
      text == """
        TickerPreview: /nonexistent/folder/file cannot be written: choose a file in a folder that \
        you can write to

        """)
  }

  @Test(
    "A recording that cannot be replayed is refused with the reason in one line",
    arguments: [
      ("", "is not a recording of a preview"),
      ("\u{1}\u{2}", "is not a recording of a preview"),
      (#"{"version": 1, "steps": []}"#, "another version (1, this is 2)"),
      (#"{"version": 9}"#, "another version (9, this is 2)"),
      (#"{"version": 2}"#, "is damaged or truncated at line 1"),
      (
        #"{"version":2,"preview":"TickerPreview","state":"zero","size":"wide"}"#,
        "is damaged or truncated at line 1"
      ),
      (
        #"{"version":2,"preview":"Other","state":"zero","size":"9x9"}"#,
        "recorded with Other"
      ),
      (
        #"{"version":2,"preview":"TickerPreview","state":"x","size":"9x9"}"#,
        "there is no state 'x'"
      ),
      (
        """
        {"version":2,"preview":"TickerPreview","state":"zero","size":"9x9"}
        {"step":{"_0":"jump:3"}}
        """,
        "is damaged or truncated at line 2"
      ),
      (
        """
        {"version":2,"preview":"TickerPreview","state":"zero","size":"9x9"}
        {"end":{}}
        {"step":{"_0":"up"}}
        """,
        "is damaged or truncated at line 3"
      ),
    ])
  func unplayable(content: String, reason: String) async throws {
    try Data(content.utf8).write(to: file)
    let (code, text) = await Ticker.run("--replay", file.path)
    #expect(code == 1)
    #expect(text.contains(reason), "\(text)")
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test("A missing file and a folder are refused")
  func missing() async {
    for path in [file.path, FileManager.default.temporaryDirectory.path] {
      let (code, text) = await Ticker.run("--replay", path)
      #expect(code == 1)
      #expect(text == "TickerPreview: \(path) cannot be read\n")
    }
  }
}
