import Foundation
import Testing

/// `import -`, and pipes that end too soon.
struct StandardInputTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test("Standard input becomes a memo")
  func whole() throws {
    let path = try sandbox.file("sound", Sound.tone())
    try sandbox.run("import", "-", input: path).expectSuccess()
    #expect(try sandbox.text(of: "Standard input") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("Empty standard input is reported")
  func empty() throws {
    try sandbox.run("import", "-").expectComplaint(saying: "standard input is empty")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("Closed standard input is reported as empty")
  func closed() throws {
    try sandbox.script(#"exec "$@" <&-"#, "import", "-")
      .expectComplaint(saying: "standard input is empty")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("Standard input truncated in its header leaves nothing behind")
  func header() throws {
    let path = try sandbox.file("sound", Sound.tone().prefix(30))
    try sandbox.run("import", "-", input: path).expectComplaint(saying: "standard input")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("Truncated standard input becomes a memo of its audio")
  func cutOff() throws {
    let path = try sandbox.file("sound", Sound.tone(seconds: 2).prefix(44 + 32_000))
    try sandbox.run("import", "-", input: path)
      .expectComplaint(saying: "standard input", "truncated", status: 0)
    #expect(try sandbox.memos().map { $0["duration"] as? Double } == [1])
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("Files beside a bad standard input are transcribed all the same")
  func mixed() throws {
    let path = try sandbox.file("good.wav", Sound.tone())
    try sandbox.run("import", path, "-").expectComplaint(saying: "standard input is empty")
    #expect(try sandbox.text(of: "good") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }
}
