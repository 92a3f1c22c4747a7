import Csqlite3
import Foundation
import Testing

/// `backup`, `restore`, `verify` and `move`, as the user or a timer runs them.
struct BackupCommandTests {
  private let sandbox: Sandbox
  private let place: String

  init() throws {
    sandbox = try Sandbox()
    place = sandbox.path("backup")
    try sandbox.run("import", try sandbox.file("memo.wav", Sound.tone())).expectSuccess()
  }

  /// Runs the program in another library.
  private func elsewhere(_ arguments: String) throws -> Sandbox.Outcome {
    try sandbox.script(
      "SPEECHMEMO_HOME='\(sandbox.path("other"))' exec \"$@\" \(arguments)")
  }

  @Test("A backup is created, verified and restored into another library, with its transcript")
  func roundTrip() throws {
    let made = try sandbox.run("backup", place, "--json")
    made.expectSuccess()
    #expect(made.objects.map { $0["event"] as? String } == ["backedUp"])
    #expect(made.objects.first?["added"] as? Int == 1)
    try sandbox.run("verify", place).expectSuccess()
    try sandbox.run("verify").expectSuccess()
    let restored = try elsewhere("restore '\(place)' --json")
    restored.expectSuccess()
    #expect(restored.objects.first?["added"] as? Int == 1)
    let text = try elsewhere("export memo")
    let exported = try sandbox.run("export", "memo")
    #expect(text.status == 0 && text.output == exported.output)
    try elsewhere("verify").expectSuccess()
    #expect(
      try elsewhere("restore '\(place)'").output
        == "0 memos restored, 1 already in the library\n")
  }

  @Test("An error is one line with a fix, and the status is 1")
  func problems() throws {
    try sandbox.run("backup", place).expectSuccess()
    let sound = try #require(sandbox.soundFiles().first)
    try FileManager.default.removeItem(at: sandbox.home.appendingPathComponent("audio/\(sound)"))
    let outcome = try sandbox.run("verify")
    outcome.expectComplaint(saying: "its audio is missing", "'speechmemo restore'")
    let objects = try sandbox.run("verify", "--json").objects
    #expect(objects.map { $0["problem"] as? String } == ["missingSound", nil])
    #expect(objects.last?["problems"] as? Int == 1)
    try sandbox.run("restore", place).expectSuccess()
    try sandbox.run("verify").expectSuccess()
    try sandbox.expectWhole(memoCount: 1)
    try sandbox.run("restore", sandbox.path("nowhere"))
      .expectComplaint(saying: "no backup found", "'speechmemo backup'")
    try sandbox.run("backup", sandbox.home.path).expectComplaint(saying: "own folder")
  }

  @Test("Without a terminal, a restore over edits needs --keep or --replace")
  func edited() throws {
    try sandbox.run("rename", "memo", "Old").expectSuccessWithNotes()
    try sandbox.run("backup", place).expectSuccess()
    try sandbox.run("rename", "Old", "New").expectSuccessWithNotes()
    func titles() throws -> [String?] { try sandbox.memos().map { $0["title"] as? String } }
    try sandbox.run("restore", place).expectComplaint(saying: "1 memo", "--keep", "--replace")
    try sandbox.run("restore", place, "--keep", "--replace")
      .expectComplaint(saying: "cannot be combined", status: 2)
    #expect(try titles() == ["New"])
    #expect(
      try sandbox.run("restore", place, "--keep").output
        == "0 memos restored, 1 already in the library\n")
    #expect(try titles() == ["New"])
    let replaced = try sandbox.run("restore", place, "--replace", "--json")
    #expect(replaced.objects.first?["updated"] as? Int == 1)
    #expect(try titles() == ["Old"])
  }

  @Test("A backup of an older version is migrated, and one of a newer version is refused")
  func versions() throws {
    try sandbox.run("backup", place).expectSuccess()
    try rewriteDatabase(
      """
      DROP TRIGGER memo_saved; DROP TRIGGER transcript_failed; DROP TRIGGER transcript_finished;
      DROP TABLE webhook_events; DROP TABLE webhooks; DROP TABLE taken_files;
      DROP TABLE access_tokens; DROP TABLE share_links; DROP TABLE speakers; DROP TABLE voices;
      DROP TABLE erasures; DROP TABLE sign_index; DROP TABLE signs;
      DROP TABLE text_versions; DROP TABLE keyed_requests; DROP TABLE summaries;
      ALTER TABLE transcriptions DROP COLUMN repairs;
      ALTER TABLE transcriptions DROP COLUMN details; ALTER TABLE segments DROP COLUMN language;
      ALTER TABLE jobs DROP COLUMN checkpoint; ALTER TABLE jobs DROP COLUMN trace;
      ALTER TABLE jobs DROP COLUMN leased_until; ALTER TABLE jobs DROP COLUMN process;
      PRAGMA user_version = 1
      """)
    try elsewhere("restore '\(place)'").expectSuccess()
    try elsewhere("export memo").expectSuccess()
    try rewriteDatabase("PRAGMA user_version = 999")
    try elsewhere("restore '\(place)'")
      .expectComplaint(saying: "made by a newer SpeechMemo", "update SpeechMemo")
  }

  /// Changes the backup's database as another version would have written it, with its checksum.
  private func rewriteDatabase(_ sql: String) throws {
    let folder = URL(fileURLWithPath: place)
    let manifest = folder.appendingPathComponent("speechmemo-backup.json")
    let names = try FileManager.default.contentsOfDirectory(atPath: place)
    let name = try #require(names.first { $0.hasPrefix("library-") })
    let path = folder.appendingPathComponent(name).path
    var handle: OpaquePointer?
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    let sums = try sandbox.script("sha256sum '\(path)'; stat -c %s '\(path)'").output
      .split(whereSeparator: \.isWhitespace)
    var text = try String(contentsOf: manifest, encoding: .utf8)
    text.replace(/"sha256" : "[0-9a-f]+"/, with: "\"sha256\" : \"\(sums[0])\"")
    text.replace(/"byteCount" : [0-9]+/, with: "\"byteCount\" : \(sums[2])")
    try Data(text.utf8).write(to: manifest)
  }

  @Test("A memo moves to another library with its transcript")
  func move() throws {
    try sandbox.run("move", "memo")
      .expectComplaint(saying: "--to FOLDER", status: 2)
    let text = try sandbox.run("export", "memo").output
    let outcome = try sandbox.run("move", "memo", "--to", sandbox.path("other"))
    outcome.expectSuccess()
    #expect(outcome.output.contains("moved to \(sandbox.path("other"))"))
    try sandbox.expectWhole(memoCount: 0)
    #expect(try elsewhere("export memo").output == text)
    try elsewhere("verify").expectSuccess()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.path("other")).sorted()
        == [".import.lock", "audio", "crashes", "library.sqlite", "memos"])
  }
}
