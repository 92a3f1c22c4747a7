import Foundation
import Testing
import VoiceMemosClient
import VoiceMemosClientLive

struct LibraryTests {
  private let folder: VoiceMemosFolder
  private let client = VoiceMemosClient.liveValue

  init() throws { folder = try VoiceMemosFolder() }

  private static let rows = """
    INSERT INTO ZCLOUDRECORDING
      (ZPATH, ZENCRYPTEDTITLE, ZCUSTOMLABEL, ZDATE, ZFOLDER, ZEVICTIONDATE)
    VALUES
      ('20260201 120000-A.m4a', 'Talk', '2026-02-01T12:00:00Z', 791640000, 1, NULL),
      ('20260131 120000-B.qta', NULL, 'Old label', 791553600.5, 2, NULL),
      ('20260130 120000-C.m4a', 'Deleted', NULL, 791467200, 1, 791500000),
      ('20260129 120000-D.m4a', '', NULL, NULL, 77, NULL),
      (NULL, 'Without a file', NULL, 0, NULL, NULL);
    """

  @Test(
    "Memos have titles, dates and folders, without deleted ones; the library is unchanged")
  func memos() async throws {
    let connection = try folder.make(VoiceMemosFolder.schema, Self.rows)
    let before = try folder.names().map { try Data(contentsOf: folder.url.appending(path: $0)) }
    let library = try await client.library(in: folder.url)
    #expect(library.deletedCount == 1)
    func file(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
    #expect(
      library.memos == [
        VoiceMemo(file: file("20260129 120000-D.m4a")),
        VoiceMemo(
          file: file("20260131 120000-B.qta"), title: "Old label",
          date: Date(timeIntervalSince1970: 1_769_860_800.5)),
        VoiceMemo(
          file: file("20260201 120000-A.m4a"), title: "Talk",
          date: Date(timeIntervalSince1970: 1_769_947_200), folder: "Work"),
      ])
    let after = try folder.names().map { try Data(contentsOf: folder.url.appending(path: $0)) }
    #expect(before == after)
    withExtendedLifetime(connection) {}
  }

  @Test("The library, its parent folder and its database are accepted")
  func places() async throws {
    try folder.make(VoiceMemosFolder.schema, Self.rows)
    let around = try VoiceMemosFolder()
    try FileManager.default.copyItem(
      at: folder.url, to: around.url.appendingPathComponent("Recordings"))
    #expect(try await client.library(in: around.url).memos.count == 3)
    #expect(try await client.library(in: folder.database).memos.count == 3)
  }

  @Test("An older schema without some columns is read")
  func olderForm() async throws {
    try folder.make(
      "CREATE TABLE ZCLOUDRECORDING (Z_PK INTEGER PRIMARY KEY, ZPATH VARCHAR, ZCUSTOMLABEL VARCHAR)",
      "INSERT INTO ZCLOUDRECORDING (ZPATH, ZCUSTOMLABEL) VALUES ('a.m4a', 'A')")
    #expect(
      try await client.library(in: folder.url).memos
        == [VoiceMemo(file: folder.url.appendingPathComponent("a.m4a"), title: "A")])
  }

  @Test("A path in the database refers only to files beside it")
  func paths() async throws {
    try folder.make(
      VoiceMemosFolder.schema,
      """
      INSERT INTO ZCLOUDRECORDING (ZPATH) VALUES ('../../etc/passwd'), ('/etc/passwd'), ('..'),
        ('file:///var/mobile/Media/Recordings/b.m4a'), ('/')
      """)
    let files = try await client.library(in: folder.url).memos.map(\.file)
    #expect(
      files.allSatisfy { $0.deletingLastPathComponent().path == folder.url.path })
    #expect(Set(files.map(\.lastPathComponent)) == ["passwd", "b.m4a"])
  }

  @Test("A folder without a library, another database, and an invalid file are distinguished")
  func refusals() async throws {
    let path = folder.url.path
    await #expect(throws: VoiceMemosError.notFound(path: path)) {
      try await client.library(in: folder.url)
    }
    try folder.make("CREATE TABLE a (b)")
    await #expect(throws: VoiceMemosError.self) { try await client.library(in: folder.url) }
    let other = try VoiceMemosFolder()
    try Data(repeating: 7, count: 8192).write(to: other.database)
    let error = await #expect(throws: VoiceMemosError.self) {
      try await client.library(in: other.url)
    }
    #expect(error?.description.contains("file is not a database") == true)
  }
}
