import Foundation
import Testing

/// Files in odd places, under odd names, or out of reach.
struct BadPlaceTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test("A folder without audio is reported")
  func folderWithoutAudio() throws {
    try sandbox.file("letters/letter.txt", Data("Dear Marta".utf8))
    try sandbox.run("import", sandbox.path("letters"))
      .expectComplaint(saying: sandbox.path("letters"), "no audio files in this folder")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("A missing path is reported")
  func missing() throws {
    try sandbox.run("import", sandbox.path("gone.wav"))
      .expectComplaint(saying: sandbox.path("gone.wav"), "no such file")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("A name with spaces, a newline and an emoji stays on one line, and is kept")
  func oddName() throws {
    let name = "my  first\nmemo 🎙️.wav"
    let path = try sandbox.file(name, Sound.tone())
    let outcome = try sandbox.run("import", path)
    outcome.expectSuccess()
    #expect(outcome.output.split(separator: "\n").count == 3)
    let memo = try #require(try sandbox.memos().first)
    #expect(memo["title"] as? String == "my first memo 🎙️")
    #expect(memo["originalName"] as? String == name)
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("A settings file dated after 2262 is read and changed like others")
  func farFuture() throws {
    for days in ["30", "31"] {
      #expect(try sandbox.run("settings", "trash-days", days).status == 0)
      // ext4 keeps times up to 2446.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 10_413_792_000)],
        ofItemAtPath: sandbox.home.appendingPathComponent("settings.json").path)
      let shown = try sandbox.run("settings", "trash-days")
      #expect(shown.status == 0 && shown.output == "trash-days  \(days)\n", "\(shown)")
    }
    #expect(try sandbox.run("stats").status == 0)
  }

  @Test("Odd file names do not break the line that reports them")
  func oddNameOfBadFile() throws {
    let path = try sandbox.file("no\n\u{1b}[31msound 🙈.wav", Data("no".utf8))
    let outcome = try sandbox.run("import", path)
    outcome.expectComplaint(saying: "sound 🙈.wav")
    #expect(!outcome.error.contains("\u{1b}"))
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("A symbolic link to itself is reported")
  func linkLoop() throws {
    let link = sandbox.path("loop.wav")
    #expect(symlink(link, link) == 0)
    try sandbox.run("import", link).expectComplaint(saying: link, "points back to itself")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("Links in a folder that lead back into it are not followed for ever")
  func folderLoop() throws {
    try sandbox.file("memos/inner/memo.wav", Sound.tone())
    #expect(symlink("..", sandbox.path("memos/inner/again")) == 0)
    #expect(symlink("loop.wav", sandbox.path("memos/loop.wav")) == 0)
    try sandbox.run("import", sandbox.path("memos"))
      .expectComplaint(saying: "memos/loop.wav", "points back to itself")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("A pipe is not waited for")
  func pipe() throws {
    let path = sandbox.path("pipe.wav")
    #expect(mkfifo(path, 0o600) == 0)
    try sandbox.run("import", path).expectComplaint(saying: path, "is a pipe or a device")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test(
    "A file without permission is reported",
    .enabled(if: Unprivileged.isPossible, "needs another user than root, or setpriv"))
  func noPermissionToRead() throws {
    let path = try sandbox.file("secret.wav", Sound.tone())
    chmod(path, 0)
    defer { chmod(path, 0o600) }
    try Unprivileged.run(sandbox, "import", path)
      .expectComplaint(saying: path, "no permission")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test(
    "A folder without permission is reported",
    .enabled(if: Unprivileged.isPossible, "needs another user than root, or setpriv"))
  func noPermissionToList() throws {
    try sandbox.file("secret/memo.wav", Sound.tone())
    let path = sandbox.path("secret")
    chmod(path, 0)
    defer { chmod(path, 0o700) }
    try Unprivileged.run(sandbox, "import", path)
      .expectComplaint(saying: path, "Permission denied")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test(
    "A read-only library folder is reported",
    .enabled(if: Unprivileged.isPossible, "needs another user than root, or setpriv"))
  func noPermissionToWrite() throws {
    let path = try sandbox.file("memo.wav", Sound.tone())
    chmod(sandbox.folder.path, 0o555)
    defer { chmod(sandbox.folder.path, 0o755) }
    try Unprivileged.run(sandbox, canWrite: false, "import", path)
      .expectComplaint(saying: sandbox.home.path, "SPEECHMEMO_HOME")
    #expect(!FileManager.default.fileExists(atPath: sandbox.home.path))
  }
}

/// The program as a user whom the system can refuse something.
enum Unprivileged {
  private static let asNobody = [
    "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
  ]

  static let isPossible: Bool = {
    guard getuid() == 0
    else { return true }
    guard FileManager.default.isExecutableFile(atPath: asNobody[0])
    else { return false }
    let child = try? Child(
      asNobody + [Sandbox.program, "--version"], environment: [:], input: "/dev/null",
      output: ("/dev/null", "/dev/null"))
    return (try? child?.wait().status) == 0
  }()

  static func run(
    _ sandbox: Sandbox, canWrite: Bool = true, _ arguments: String...
  ) throws -> Sandbox.Outcome {
    if canWrite {
      try FileManager.default.createDirectory(at: sandbox.home, withIntermediateDirectories: true)
      chmod(sandbox.home.path, 0o777)
    }
    let running = try sandbox.start(
      arguments, engine: "", before: getuid() == 0 ? asNobody : [])
    return try sandbox.finish(running)
  }
}
