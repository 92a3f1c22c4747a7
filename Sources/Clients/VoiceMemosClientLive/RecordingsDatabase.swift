import Foundation
import POSIX
import SQLite
import VoiceMemosClient

/// Reads a copy of the database and its write-ahead log, so that the original is unchanged.
struct RecordingsDatabase {
  private static let name = "CloudRecordings.db"

  private let folder: URL
  private var path: String { folder.appendingPathComponent(Self.name).path }

  init(in place: URL) throws {
    let candidates = [
      place, place.appendingPathComponent("Recordings", isDirectory: true),
      place.deletingLastPathComponent(),
    ]
    let isDatabase = place.lastPathComponent == Self.name
    let found = (isDatabase ? candidates.suffix(1) : candidates.prefix(2)).first {
      fileExists($0.appendingPathComponent(Self.name).path)
    }
    guard let found
    else { throw VoiceMemosError.notFound(path: place.path) }
    folder = found
  }

  func library() throws -> VoiceMemosLibrary {
    let copy = "\(ProcessText.temporaryFolder())/speechmemo-\(UUID().uuidString)"
    let names = [Self.name, "\(Self.name)-wal"]
    defer {
      for name in names + ["\(Self.name)-shm"] { try? removeFile("\(copy)/\(name)") }
      rmdir(copy.systemPath)
    }
    do {
      try makeFolder(copy, mode: 0o700)
      for name in names where fileExists(folder.appendingPathComponent(name).path) {
        try copyFile(folder.appendingPathComponent(name).path, to: "\(copy)/\(name)")
      }
      return try library(Connection(path: "\(copy)/\(Self.name)", busyTimeout: .zero))
    } catch let error as SQLiteError {
      throw VoiceMemosError.unreadable(path: path, reason: error.explanation)
    } catch let error as SystemError {
      throw VoiceMemosError.unreadable(path: path, reason: error.reason)
    }
  }

  private func copyFile(_ path: String, to newPath: String) throws(SystemError) {
    let source = try Descriptor(path, O_RDONLY)
    let copy = try Descriptor(newPath, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    while true {
      let bytes = try source.read(upTo: 1 << 20)
      guard !bytes.isEmpty
      else { return }
      try copy.write(bytes)
    }
  }

  private func library(_ connection: Connection) throws -> VoiceMemosLibrary {
    let known = try columns(of: "ZCLOUDRECORDING", connection)
    guard known.contains("ZPATH")
    else { throw VoiceMemosError.unknownSchema(path: path, missing: "ZCLOUDRECORDING.ZPATH") }
    func column(_ name: String) -> String { known.contains(name) ? "memo.\(name)" : "NULL" }
    let folders = try columns(of: "ZFOLDER", connection)
    let hasFolders =
      known.contains("ZFOLDER") && folders.isSuperset(of: ["Z_PK", "ZENCRYPTEDNAME"])
    let rows = try connection.query(
      """
      SELECT memo.ZPATH,
        coalesce(nullif(\(column("ZENCRYPTEDTITLE")), ''), \(column("ZCUSTOMLABEL"))),
        \(column("ZDATE")), \(column("ZEVICTIONDATE")),
        \(hasFolders ? "folder.ZENCRYPTEDNAME" : "NULL")
      FROM ZCLOUDRECORDING AS memo
        \(hasFolders ? "LEFT JOIN ZFOLDER AS folder ON folder.Z_PK = memo.ZFOLDER" : "")
      ORDER BY 3, 1
      """
    ) { row in
      (isDeleted: !row.isNull(3), memo: memo(row))
    }
    return VoiceMemosLibrary(
      memos: rows.filter { !$0.isDeleted }.compactMap { $0.memo },
      deletedCount: rows.count(where: { $0.isDeleted }))
  }

  private func memo(_ row: Row) -> VoiceMemo? {
    // The files are next to the database, whatever path it stores.
    guard let name = row.text(0).split(separator: "/").last.map(String.init),
      ![".", ".."].contains(name)
    else { return nil }
    return VoiceMemo(
      file: folder.appendingPathComponent(name),
      title: row.optionalText(1).flatMap { $0.isEmpty ? nil : $0 },
      date: row.optionalDouble(2).map(Date.init(timeIntervalSinceReferenceDate:)),
      folder: row.optionalText(4).flatMap { $0.isEmpty ? nil : $0 })
  }

  private func columns(of table: String, _ connection: Connection) throws -> Set<String> {
    Set(try connection.query("SELECT name FROM pragma_table_info(?)", [table]) { $0.text(0) })
  }
}
