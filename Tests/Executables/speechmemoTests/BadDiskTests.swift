import Foundation
import Testing

/// Why `Scripts/sanitize` leaves out what limits the size of the program's files.
private let sanitizersMemory: Comment = "the thread sanitizer has a file that must grow"

/// True under the thread sanitizer.
let isSanitized = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil

/// Disks and streams that end too soon.
struct BadDiskTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// A library with a memo that a full disk must not damage.
  private func makeLibrary() throws {
    try sandbox.run("import", try sandbox.file("old.wav", Sound.tone(300))).expectSuccess()
  }

  @Test(
    "A file size limit at any size keeps the library intact",
    .disabled(if: isSanitized, sanitizersMemory),
    arguments: [1, 2, 4, 8, 16, 24, 31, 32, 33, 48, 64, 96, 128, 160, 200])
  func fileSizeLimit(kibibytes: Int) throws {
    try makeLibrary()
    let path = try sandbox.file("new.wav", Sound.tone())
    let outcome = try sandbox.script(
      "trap '' XFSZ; ulimit -f \(kibibytes); exec \"$@\"", "import", path)
    if outcome.status != 0 { outcome.expectComplaint(saying: "space") }
    let count = try sandbox.memos().count
    #expect(outcome.status == 0 ? count == 2 : (1...2).contains(count))
    try sandbox.expectWhole(memoCount: count)
    #expect(try sandbox.text(of: "old") == "one two three four")
    // With room again, everything is as if nothing had been.
    #expect(try sandbox.run("import", path).status == 0)
    #expect(try sandbox.run("retry").status == 0)
    #expect(try sandbox.text(of: "new") == "one two three four")
    try sandbox.expectWhole(memoCount: 2)
  }

  @Test(
    "A failed new library is not left incomplete",
    .disabled(if: isSanitized, sanitizersMemory), arguments: [1, 4, 16, 64, 100])
  func fileSizeLimitOfNewLibrary(kibibytes: Int) throws {
    let path = try sandbox.file("new.wav", Sound.tone())
    let outcome = try sandbox.script(
      "trap '' XFSZ; ulimit -f \(kibibytes); exec \"$@\"", "import", path)
    if outcome.status != 0 { outcome.expectComplaint(saying: "space") }
    #expect(try sandbox.run("import", path).status == 0)
    #expect(try sandbox.text(of: "new") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test(
    "A disk that is full, at each size, leaves the library whole",
    .enabled(if: Self.canMount, "needs the right to mount a small disk"),
    arguments: [24, 48, 80, 128, 160, 200, 240, 280, 320, 400])
  func fullDisk(kibibytes: Int) throws {
    let path = try sandbox.file("new.wav", Sound.tone())
    // The disk is only visible to the script, and removed with it. Growing it makes space.
    let outcome = try sandbox.finish(
      sandbox.start(
        ["import", path], engine: "",
        before: [
          "/usr/bin/unshare", "--mount", "/bin/bash", "-c",
          """
          set -e
          mkdir -p "$SPEECHMEMO_HOME"
          mount -t tmpfs -o size=\(kibibytes)k none "$SPEECHMEMO_HOME"
          status=0
          "$@" || status=$?
          mount -o remount,size=64m "$SPEECHMEMO_HOME"
          find "$SPEECHMEMO_HOME" -path '*/audio/*' -o -path '*/drafts/*' | sed 's/^/file /'
          "$1" list --json | sed 's/^/memo /'
          "$@" > /dev/null
          "$1" list --json | sed 's/^/afterwards /'
          exit $status
          """, "bash",
        ]))
    if outcome.status != 0 { outcome.expectComplaint(saying: "space") }
    let lines = outcome.output.split(separator: "\n")
    func count(_ prefix: String) -> Int { lines.count { $0.hasPrefix(prefix) } }
    #expect(count("file ") == count("memo "), "\(outcome.output)")
    #expect(outcome.status != 0 || count("memo ") == 1)
    #expect(count("afterwards ") == 1, "\(outcome)")
  }

  @Test(
    "On a full disk the trash can be emptied, and nothing else is lost",
    .enabled(if: Self.canMount, "needs the right to mount a small disk"),
    arguments: ["empty-trash --yes", "tidy"])
  func emptyingTrashOfFullDisk(command: String) throws {
    let outcome = try sandbox.onDisk(
      megabytes: 8, audio: ["stone", "river", "moss"], seconds: 5,
      """
      $p import "$@" > /dev/null
      $p settings trash-days 1 > /dev/null
      $p delete stone river 2> /dev/null
      \(command == "tidy" ? Self.ageTrash : "")
      cat /dev/zero > "$SPEECHMEMO_HOME/filler" 2> /dev/null
      $p \(command) || exit
      rm "$SPEECHMEMO_HOME/filler"
      ls "$SPEECHMEMO_HOME/audio" | sed 's/^/file /'
      $p list --json; $p list --trash --json | sed 's/^/trash /'; $p export moss
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.error.contains("2 memos permanently deleted"), "\(outcome)")
    #expect(outcome.objects.compactMap { $0["title"] as? String } == ["moss"], "\(outcome)")
    #expect(outcome.output.contains("one two three four"))
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("file ") } == 1)
    #expect(!outcome.output.contains("trash {"))
  }

  @Test(
    "On a full disk memos can be moved to the trash and restored",
    .enabled(if: Self.canMount, "needs the right to mount a small disk"))
  func deletingOnFullDisk() throws {
    let outcome = try sandbox.onDisk(
      megabytes: 8, audio: ["stone", "river", "moss"], seconds: 5,
      """
      $p import "$@" > /dev/null || exit
      cat /dev/zero > "$SPEECHMEMO_HOME/filler" 2> /dev/null
      $p delete stone river || exit
      $p undo river || exit
      $p list --json; $p list --trash --json | sed 's/^/trash /'; $p export moss
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      Set(outcome.objects.compactMap { $0["title"] as? String }) == ["moss", "river"],
      "\(outcome)")
    #expect(outcome.output.contains("one two three four"))
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("trash {") } == 1)
  }

  private static let ageTrash = """
    python3 -c "import sqlite3; c = sqlite3.connect('$SPEECHMEMO_HOME/library.sqlite'); \
    c.execute('UPDATE recordings SET trashed_at = 1 WHERE trashed_at IS NOT NULL'); c.commit()"
    """

  /// The mount is seen by the process alone that makes it, and goes with it.
  static let canMount: Bool = {
    let child = try? Child(
      [
        "/usr/bin/unshare", "--mount", "/bin/sh", "-c",
        "mount -t tmpfs -o size=64k none \(NSTemporaryDirectory())",
      ],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], input: "/dev/null",
      output: ("/dev/null", "/dev/null"))
    return (try? child?.wait().status) == 0
  }()

  @Test("A full standard output is reported")
  func fullOutput() throws {
    try makeLibrary()
    let outcome = try sandbox.script(#""$@" > /dev/full"#, "list")
    outcome.expectComplaint(saying: "the output cannot be written")
  }

  @Test(
    "An export to a full disk keeps the existing file",
    .disabled(if: isSanitized, sanitizersMemory))
  func fullExport() throws {
    try makeLibrary()
    let id = try #require(try sandbox.memos().first?["id"] as? String)
    #expect(try sandbox.run("rename", id, String(repeating: "long ", count: 12_000)).status == 0)
    let old = try sandbox.file("old.md", Data("old".utf8))
    try sandbox.script(
      "trap '' XFSZ; ulimit -f 40; exec \"$@\"", "export", id, "-f", "md", "-o", old
    )
    .expectComplaint(saying: old, "cannot be written")
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
    #expect(!names.contains { $0.hasPrefix(".") }, "\(names)")
  }

  @Test("A reader that closes early is not a failure")
  func readerGoesAway() throws {
    for pitch in 0..<20 {
      let path = try sandbox.file("\(pitch).wav", Sound.tone(300 + pitch, seconds: 0.05))
      try #require(try sandbox.run("import", "--no-wait", path).status == 0)
    }
    let outcome = try sandbox.script(
      #""$@" | head -1; test "${PIPESTATUS[0]}" = 0"#, "list", "--json")
    outcome.expectSuccess()
    #expect(outcome.objects.count == 1)
  }

  @Test("An import completes even if its reader closes")
  func readerOfImportGoesAway() throws {
    let paths = try (0..<3).map { try sandbox.file("\($0).wav", Sound.tone(300 + $0)) }
    let outcome = try sandbox.script(
      #""$@" | true; exit "${PIPESTATUS[0]}""#, "import", paths[0], paths[1], paths[2])
    outcome.expectSuccess()
    #expect(try sandbox.memos().allSatisfy { $0["state"] as? String == "done" })
    try sandbox.expectWhole(memoCount: 3)
  }

  @Test("Standard streams that are closed do not let output into the library's files")
  func closedStreams() throws {
    try makeLibrary()
    let outcome = try sandbox.script(#"exec "$@" <&- >&- 2>&-"#, "list", "--json")
    #expect(outcome.status == 0)
    try sandbox.expectWhole(memoCount: 1)
  }
}
