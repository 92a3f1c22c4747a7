import FileStorage
import Foundation
import SharedModels

/// Makes a folder a backup. The database that it lists has the sizes and checksums of the audio.
struct BackupManifest: Codable, Equatable, Sendable {
  struct File: Codable, Equatable, Sendable {
    var name: String
    var file: String
    var byteCount: Int64
    var sha256: String
  }

  static let newestFormat = 1
  static let fileName = "speechmemo-backup.json"
  static let databaseName = "library.sqlite"

  var format = Self.newestFormat
  var date: Date
  var memoCount: Int
  var files: [File]

  var database: File? { files.first { $0.name == Self.databaseName } }

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

  /// Replaces the folder's manifest. It is on disk when this returns.
  func write(to place: URL) throws {
    let encoder = JSONEncoder.speechMemo
    encoder.outputFormatting.insert(.prettyPrinted)
    let data = try encoder.encode(self) + Data("\n".utf8)
    try FileStorage.fileSystem.write(data, to: place.appendingPathComponent(Self.fileName))
  }
}
