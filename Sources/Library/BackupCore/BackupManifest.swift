import FileStorage
import Foundation
import SharedModels

/// What a backup consists of: the file that makes a folder one.
///
/// It names the files that it is made of by their size and checksum. The database, one of them, has
/// the sizes and checksums of all sound. It is replaced whole, last of all that a backup writes: the
/// files that it does not name are of a backup that was not finished, or of one before.
struct BackupManifest: Codable, Equatable, Sendable {
  /// A file of the backup other than sound, which no backup ever changes.
  struct File: Codable, Equatable, Sendable {
    /// Its name in the library.
    var name: String
    /// Its name in the backup.
    var file: String
    var byteCount: Int64
    var sha256: String
  }

  /// The form that this version writes.
  static let newestFormat = 1
  static let fileName = "speechmemo-backup.json"
  static let databaseName = "library.sqlite"

  var format = Self.newestFormat
  /// When it was made.
  var date: Date
  var memoCount: Int
  /// The database first.
  var files: [File]

  var database: File? { files.first { $0.name == Self.databaseName } }

  /// The backup in a folder, or `nil` where there is none.
  ///
  /// - Throws: ``BackupFailure``.
  static func read(from place: URL) throws -> BackupManifest? {
    struct Form: Decodable { var format: Int }

    let file = place.appendingPathComponent(fileName)
    let data: Data?
    do {
      data = try FileStorage.fileSystem.read(file).data
    } catch {
      throw BackupFailure.unreadable(path: file.path, detail: "\(error.reason)")
    }
    guard let data
    else { return nil }
    let decoder = JSONDecoder.speechMemo
    if let form = try? decoder.decode(Form.self, from: data), form.format > newestFormat {
      throw BackupFailure.newerVersion(
        path: place.path, found: form.format, supported: newestFormat)
    }
    guard let manifest = try? decoder.decode(BackupManifest.self, from: data),
      manifest.database != nil
    else { throw BackupFailure.damaged(path: file.path) }
    return manifest
  }

  /// Makes this the backup of the folder. When it returns, that is on the disk.
  func write(to place: URL) throws {
    let encoder = JSONEncoder.speechMemo
    encoder.outputFormatting.insert(.prettyPrinted)
    let data = try encoder.encode(self) + Data("\n".utf8)
    try FileStorage.fileSystem.write(data, to: place.appendingPathComponent(Self.fileName))
  }
}
