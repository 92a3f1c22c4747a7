import Foundation
import TestPrograms
import Testing

/// A test's own library, the program, and a fake speech engine.
final class Sandbox: Sendable {
  let folder: URL
  /// The library's folder. It is not there before the program makes it.
  let home: URL
  /// The address of a sound server; none by default.
  private let soundServer: String
  /// Whether to use the engine in the setup's folder instead of the one in the environment.
  private let hasUsualEngine: Bool

  init(
    soundServer: String = "unix:/nonexistent/native", hasUsualEngine: Bool = false
  ) throws {
    self.soundServer = soundServer
    self.hasUsualEngine = hasUsualEngine
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("speechmemo-test-\(UUID().uuidString)", isDirectory: true)
    home = folder.appendingPathComponent("library", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard link(Self.engine, path("engine")) == 0
    else { throw Child.Failure(message: "link \(Self.engine)") }
    chmod(folder.path, 0o755)
    if hasUsualEngine { try setUpEngine() }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The program that was built with these tests, beside them.
  static let program = (try? builtProgram("speechmemo")) ?? "speechmemo beside the tests"

  /// The engine's program, written once for all tests.
  private static let engine: String = {
    let path = NSTemporaryDirectory() + "/speechmemo-engine-\(getpid())"
    try? writeProgram(fakeEngine, to: path)
    atexit { unlink(NSTemporaryDirectory() + "/speechmemo-engine-\(getpid())") }
    return path
  }()

  /// Makes the folder that set-up makes, with a Python that reads the engine's program and plays the
  /// part in its place.
  private func setUpEngine() throws {
    try file("usual/stamp", Data())
    try FileManager.default.createDirectory(
      atPath: path("usual/bin"), withIntermediateDirectories: true)
    try writeProgram(
      """
      #!/bin/bash
      program=${3//[^0-9]/}
      head -c "$program" > /dev/null
      exec '\(path("engine"))'

      """, to: path("usual/bin/python"))
  }

  // MARK: Files

  /// Makes a file in the sandbox and returns its path.
  @discardableResult
  func file(_ name: String, _ data: Data) throws -> String {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    return url.path
  }

  func path(_ name: String) -> String {
    folder.appendingPathComponent(name).path
  }

  // MARK: The program

  struct Outcome {
    let status: Int32
    let output: String
    let error: String
    let peakMemory: Int

    /// The lines of standard error.
    var errorLines: [String] { error.split(separator: "\n").map(String.init) }

    /// The output of `--json`.
    var objects: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
  }

  func environment(engine part: String = "") -> [String: String] {
    let inherited = ProcessInfo.processInfo.environment
    let variables = [
      "FAKE_PART": part,
      "FAKE_SIGNPOST": path("signpost"),
      "FAKE_STATE": path("state-"),
      "HOME": folder.path,
      "LANG": "C.UTF-8",
      "PATH": inherited["PATH"] ?? "/usr/bin:/bin",
      "PULSE_SERVER": soundServer,
      "SPEECHMEMO_HOME": home.path,
      hasUsualEngine ? "SPEECHMEMO_ENGINE" : "SPEECHMEMO_HELPER":
        path(hasUsualEngine ? "usual" : "engine"),
    ]
    // The location of the thread sanitizer's reports.
    return variables.merging(inherited.filter { $0.key == "TSAN_OPTIONS" }) { $1 }
  }

  /// Runs the program to its end.
  func run(
    _ arguments: String..., engine part: String = "", input: String = "/dev/null"
  ) throws -> Outcome {
    try finish(start(arguments, engine: part, input: input))
  }

  /// Runs a script of bash to its end; in it `"$@"` is the program with `arguments`.
  func script(_ script: String, _ arguments: String..., engine part: String = "") throws -> Outcome
  {
    try finish(
      start(
        arguments, engine: part, input: "/dev/null", before: ["/bin/bash", "-c", script, "bash"]))
  }

  struct Running {
    let child: Child
    let output: (out: String, error: String)
  }

  func start(
    _ arguments: [String], engine part: String, input: String = "/dev/null", before: [String] = []
  ) throws -> Running {
    let number = UUID().uuidString
    let output = (out: path("out-\(number)"), error: path("error-\(number)"))
    return Running(
      child: try Child(
        before + [Self.program] + arguments, environment: environment(engine: part), input: input,
        output: output),
      output: output)
  }

  /// Blocks until a running program has printed a line, and returns its output.
  func firstLine(of running: Running) throws -> String {
    let deadline = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < deadline {
      let output = try String(contentsOfFile: running.output.out, encoding: .utf8)
      if output.contains("\n") { return output }
      usleep(10_000)
    }
    let error = try? String(contentsOfFile: running.output.error, encoding: .utf8)
    running.child.send(SIGKILL)
    throw Child.Failure(message: "it has printed nothing; its errors: \(error ?? "")")
  }

  func finish(_ running: Running) throws -> Outcome {
    let end = try running.child.wait()
    func text(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
    return Outcome(
      status: end.status, output: try text(running.output.out),
      error: try text(running.output.error), peakMemory: end.peakMemory)
  }

  // MARK: The library

  /// The memos, newest first.
  func memos() throws -> [[String: Any]] {
    let list = try run("list", "--json")
    #expect(list.status == 0, "\(list.error)")
    return list.objects
  }

  /// The transcript of the memo of that title.
  func text(of title: String) throws -> String {
    let memo = try #require(try memos().first { $0["title"] as? String == title })
    let export = try run("export", try #require(memo["id"] as? String))
    #expect(export.status == 0, "\(export.error)")
    return export.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// All files of the library but those of the database.
  func soundFiles() -> [String] {
    ["audio", "drafts"].flatMap { name in
      (try? FileManager.default.contentsOfDirectory(
        atPath: home.appendingPathComponent(name).path)) ?? []
    }
  }

  /// Each memo has its audio, and no other exists; the database is intact.
  func expectWhole(
    memoCount: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let memos = try memos()
    #expect(memos.count == memoCount, sourceLocation: sourceLocation)
    let expected = Set(memos.compactMap { $0["file"] as? String })
    #expect(Set(soundFiles()) == expected, sourceLocation: sourceLocation)
    let doctor = try run("doctor", "--json")
    let library = doctor.objects.first { $0["what"] as? String == "library" }
    #expect(library?["verdict"] as? String == "good", "\(doctor)", sourceLocation: sourceLocation)
  }
}

extension Sandbox.Outcome {
  /// Expects that the program printed that many lines that are fit for a user, and the exit status.
  func expectComplaint(
    lines: Int = 1, saying words: String..., status: Int32 = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, "\(error)", sourceLocation: sourceLocation)
    #expect(errorLines.count == lines, "\(error)", sourceLocation: sourceLocation)
    for line in errorLines {
      #expect(line.hasPrefix("speechmemo"), "\(line)", sourceLocation: sourceLocation)
      #expect(line.count < 400, "\(line)", sourceLocation: sourceLocation)
      for leak in ["Fatal error", "Error Domain", "Optional(", "Traceback", "/engine.py", ".swift"]
      {
        #expect(!line.contains(leak), "\(line)", sourceLocation: sourceLocation)
      }
    }
    for words in words {
      #expect(error.contains(words), "\(error)", sourceLocation: sourceLocation)
    }
  }

  func expectSuccess(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(status == 0, "\(error)", sourceLocation: sourceLocation)
    #expect(error == "", sourceLocation: sourceLocation)
  }
}
