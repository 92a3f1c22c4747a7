import Foundation
import Testing

/// Engines that are missing, broken, or die.
struct BadEngineTests {
  private let sandbox: Sandbox
  private let path: String

  init() throws {
    sandbox = try Sandbox()
    path = try sandbox.file("memo.wav", Sound.tone())
  }

  /// The memo is safe, waits for its transcript, and gets it from an engine that works.
  private func expectMended(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(
      try sandbox.memos().map { $0["state"] as? String } == ["failed"],
      sourceLocation: sourceLocation)
    try sandbox.expectWhole(memoCount: 1, sourceLocation: sourceLocation)
    try sandbox.run("retry").expectSuccess(sourceLocation: sourceLocation)
    #expect(
      try sandbox.text(of: "memo") == "one two three four", sourceLocation: sourceLocation)
  }

  @Test(
    "Missing and truncated models are reported, and the memo is safe",
    arguments: ["weights-missing", "weights-broken"])
  func weights(part: String) throws {
    try sandbox.run("import", path, engine: part)
      .expectComplaint(saying: "the weights are not whole", "make bootstrap", "retry")
    try expectMended()
  }

  @Test("An engine that dies at its start is reported, and the memo is safe")
  func diesAtStart() throws {
    try sandbox.run("import", path, engine: "dies at start")
      .expectComplaint(saying: "memo was not transcribed", "no engine here")
    try expectMended()
  }

  @Test("A missing engine is reported, and the memo is safe")
  func notThere() throws {
    try FileManager.default.moveItem(atPath: sandbox.path("engine"), toPath: sandbox.path("away"))
    try sandbox.run("import", path).expectComplaint(saying: "memo was not transcribed")
    #expect(try sandbox.run("doctor").status == 1)
    try FileManager.default.moveItem(atPath: sandbox.path("away"), toPath: sandbox.path("engine"))
    try expectMended()
  }

  @Test(
    "An engine that dies once is restarted without losing or repeating a word",
    arguments: ["dies in the middle", "dies at the end"])
  func diesOnce(part: String) throws {
    try sandbox.run("import", path, engine: part).expectSuccess()
    #expect(try sandbox.text(of: "memo") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test(
    "An engine that keeps dying is reported, and its text is kept",
    arguments: ["always dies at work", "always dies at the end"])
  func diesAlways(part: String) throws {
    try sandbox.run("import", path, engine: part)
      .expectComplaint(saying: "the speech engine stopped unexpectedly")
    try expectMended()
  }
}
