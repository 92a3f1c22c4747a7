import Foundation
import SQLite

/// A Voice Memos library with the published schema.
final class VoiceMemosFolder {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("voice-memos-\(UUID().uuidString)", isDirectory: true)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var database: URL { url.appendingPathComponent("CloudRecordings.db") }

  static let schema = """
    CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
      ZRANK INTEGER, ZENCRYPTEDNAME VARCHAR, ZUUID VARCHAR);
    CREATE TABLE ZCLOUDRECORDING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
      ZFLAGS INTEGER, ZFOLDER INTEGER, ZDATE TIMESTAMP, ZDURATION FLOAT, ZEVICTIONDATE TIMESTAMP,
      ZLOCALDURATION FLOAT, ZCUSTOMLABEL VARCHAR, ZCUSTOMLABELFORSORTING VARCHAR,
      ZENCRYPTEDTITLE VARCHAR, ZPATH VARCHAR, ZUNIQUEID VARCHAR, ZAUDIODIGEST BLOB);
    INSERT INTO ZFOLDER (Z_PK, ZENCRYPTEDNAME) VALUES (1, 'Work'), (2, '');
    """

  /// Creates the database and returns it open: the last changes are only in its log.
  @discardableResult
  func make(_ statements: String...) throws -> Connection {
    let connection = try Connection(path: database.path, busyTimeout: .zero)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    for statement in statements { try connection.execute(statement) }
    return connection
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}

/// An atom of a file of MPEG-4 or QuickTime.
func atom(_ type: String, _ content: [UInt8]...) -> [UInt8] {
  let bytes = content.flatMap(\.self)
  return bigEndian(bytes.count + 8) + Array(type.utf8) + bytes
}

func bigEndian(_ number: Int) -> [UInt8] {
  (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
