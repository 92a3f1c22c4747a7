import Foundation
import Testing

/// Whose library and whose engine it is: `SPEECHMEMO_*`, then `XDG_*`, then `HOME`, then the account.
struct HomeTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// Runs the program, or another command with its arguments, in the test's folder, with the given
  /// folder variables only.
  private func run(
    _ variables: [String: String], _ command: [String], of other: [String] = []
  ) throws -> Sandbox.Outcome {
    let names = ["HOME", "SPEECHMEMO_ENGINE", "SPEECHMEMO_HELPER", "SPEECHMEMO_HOME"]
    let running = try sandbox.start(
      command, engine: "",
      before: ["/usr/bin/env", "--chdir=\(sandbox.folder.path)"] + names.flatMap { ["-u", $0] }
        + variables.map { "\($0)=\($1)" } + other)
    return try sandbox.finish(running)
  }

  /// The doctor's complete report.
  private func doctor(_ variables: [String: String]) throws -> [String: String] {
    let findings = try run(variables, ["doctor", "--json"]).objects
    return Dictionary(
      findings.map { ($0["what"] as? String ?? "", $0["detail"] as? String ?? "") },
      uniquingKeysWith: { first, _ in first })
  }

  @Test(
    "The library and the engine follow the environment by one rule",
    arguments: [
      (["HOME": "A"], "A/.local/share/speechmemo", "A/.local/share/speechmemo-engine"),
      (["HOME": "A", "XDG_DATA_HOME": "B"], "B/speechmemo", "B/speechmemo-engine"),
      (
        ["HOME": "A", "XDG_DATA_HOME": "relative"], "A/.local/share/speechmemo",
        "A/.local/share/speechmemo-engine"
      ),
      (
        ["HOME": "A", "XDG_DATA_HOME": "B", "SPEECHMEMO_HOME": "C", "SPEECHMEMO_ENGINE": "D"],
        "C", "D"
      ),
      (["HOME": "A", "SPEECHMEMO_HOME": "~/y", "SPEECHMEMO_ENGINE": "~/e"], "A/y", "A/e"),
      (["HOME": "A", "SPEECHMEMO_HOME": "y", "SPEECHMEMO_ENGINE": "./e"], "./y", "./e"),
    ] as [([String: String], String, String)])
  func places(variables: [String: String], library: String, engine: String) throws {
    /// A capital stands for a folder of this test's; a dot for the current one.
    func real(_ path: String) -> String {
      if path.hasPrefix("./") { return sandbox.path(String(path.dropFirst(2))) }
      return path.first?.isUppercase == true ? sandbox.path(path) : path
    }
    let environment = Dictionary(
      uniqueKeysWithValues: variables.map { name, value in
        (name, value.hasPrefix("./") ? value : real(value))
      })
    let found = try doctor(environment)
    #expect(found["library"] == "0 memos in \(real(library))")
    let isNamed = variables["SPEECHMEMO_ENGINE"] != nil
    #expect(
      found["speech engine"] == "the speech engine is not set up in \(real(engine))"
        + (isNamed ? ", which SPEECHMEMO_ENGINE names" : ""))
    /// The variable that decides, and so the reason.
    func reason(_ name: String) -> String {
      if variables[name] != nil { return "set by \(name)" }
      let isBelow = variables["XDG_DATA_HOME"]?.first?.isUppercase == true
      return isBelow ? "under XDG_DATA_HOME" : "under HOME"
    }
    #expect(found["library folder"] == "\(real(library)): \(reason("SPEECHMEMO_HOME"))")
    #expect(found["engine folder"] == "\(real(engine)): \(reason("SPEECHMEMO_ENGINE"))")

    let script = URL(fileURLWithPath: #filePath)
      .appending(path: "../../../../Scripts/setup-engine").standardizedFileURL.path
    let told = try run(environment, [], of: [script, "--print"])
    #expect(told.output == real(engine) + "\n", "\(told.error)")
  }

  @Test("A library in another home is used there, and the account's stays untouched")
  func otherHome() throws {
    let path = try sandbox.file("memo.wav", Sound.tone())
    let home = sandbox.path("home")
    let engine = sandbox.path("engine")
    try run(["HOME": home, "SPEECHMEMO_HELPER": engine], ["import", path]).expectSuccess()
    #expect(try run(["HOME": home], ["list", "--json"]).objects.count == 1)
    #expect(try run(["HOME": sandbox.path("other")], ["list", "--json"]).objects.isEmpty)
    #expect(
      FileManager.default.fileExists(atPath: home + "/.local/share/speechmemo/library.sqlite"))
  }

  @Test("A path that begins with ~/ starts in HOME everywhere")
  func tilde() throws {
    try sandbox.file("memo.wav", Sound.tone())
    let variables = ["HOME": sandbox.folder.path]
    try run(variables, ["settings", "engine", "~/engine"]).expectSuccess()
    let settings = try run(variables, ["settings", "--json"]).objects
    let engine = settings.first { $0["setting"] as? String == "engine" }
    #expect(engine?["value"] as? String == sandbox.path("engine"))

    try run(variables, ["import", "~/memo.wav"]).expectSuccess()
    let memos = try run(variables, ["list", "--json"]).objects
    let id = try #require(memos.first?["id"] as? String)
    try run(variables, ["export", id, "-o", "~/memo.txt"]).expectSuccess()
    let text = try String(contentsOfFile: sandbox.path("memo.txt"), encoding: .utf8)
    #expect(text.split(whereSeparator: \.isWhitespace) == ["one", "two", "three", "four"])
  }
}
