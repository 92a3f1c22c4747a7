import Foundation
import Testing

/// Behavior of the installed real engine only.
@Suite(.enabled(if: RealEngine.isSetUp, "the speech engine is not set up: make bootstrap"))
struct RealEngineTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test("Silence and noise yield no words")
  func nothingSaid() throws {
    let silence = try sandbox.file("silence.wav", Sound.silence(seconds: 3))
    let noise = try sandbox.file("noise.wav", Sound.noise(seconds: 3))
    let outcome = try RealEngine.run(sandbox, "import", silence, noise)
    outcome.expectSuccess()
    #expect(outcome.output.components(separatedBy: "no speech detected").count == 3)
    try sandbox.expectWhole(memoCount: 2)
  }

  @Test("Missing and truncated models are reported, and the memo is safe")
  func weights() throws {
    let path = try sandbox.file("memo.wav", Sound.tone())
    let gone = sandbox.path("gone/model")
    #expect(try RealEngine.run(sandbox, "import", "--no-wait", path).status == 0)
    try RealEngine.run(sandbox, "retry", "memo", "--model", gone)
      .expectComplaint(saying: "no model found in '\(gone)'")
    let folder = sandbox.path("weights")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let weights = try #require(RealEngine.weights)
    for name in try FileManager.default.contentsOfDirectory(atPath: weights) {
      let file = URL(fileURLWithPath: weights).appendingPathComponent(name)
      let data = try Data(contentsOf: file)
      try sandbox.file("weights/\(name)", name == "model.bin" ? data.prefix(1_000_000) : data)
    }
    try RealEngine.run(sandbox, "retry", "--model", folder)
      .expectComplaint(saying: "the model in '\(folder)' cannot be loaded")
    try FileManager.default.removeItem(atPath: folder + "/model.bin")
    try RealEngine.run(sandbox, "retry", "--model", folder)
      .expectComplaint(saying: "the model in '\(folder)' has no model.bin")
    try sandbox.expectWhole(memoCount: 1)
  }
}

/// The engine that set-up has made.
enum RealEngine {
  private static let location: String = {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? NSHomeDirectory()
    let data = environment["XDG_DATA_HOME"] ?? home + "/.local/share"
    return environment["SPEECHMEMO_ENGINE"] ?? data + "/speechmemo-engine"
  }()

  static let isSetUp =
    FileManager.default.fileExists(atPath: location + "/stamp") && weights != nil

  /// The folder of the default weights.
  static let weights: String? = {
    let files = FileManager.default.enumerator(atPath: location)
    while let name = files?.nextObject() as? String {
      if name.hasSuffix("/model.bin") {
        return URL(fileURLWithPath: location).appendingPathComponent(name)
          .deletingLastPathComponent().path
      }
    }
    return nil
  }()

  static func run(_ sandbox: Sandbox, _ arguments: String...) throws -> Sandbox.Outcome {
    try sandbox.finish(start(sandbox, arguments))
  }

  static func start(_ sandbox: Sandbox, _ arguments: String...) throws -> Sandbox.Running {
    try start(sandbox, arguments)
  }

  /// - Parameter runner: A program that gets the path of speechmemo as its first argument, and runs
  ///   it.
  static func start(
    _ sandbox: Sandbox, _ arguments: [String], runner: [String] = []
  ) throws -> Sandbox.Running {
    try sandbox.start(
      arguments, engine: "",
      before: ["/usr/bin/env", "-u", "SPEECHMEMO_HELPER", "SPEECHMEMO_ENGINE=\(location)"]
        + runner)
  }
}
