import AudioFileClient
import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import POSIX

/// A folder that a backup is in, or is to be.
struct BackupPlace {
  let root: URL

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.uuid) private var uuid

  init(_ root: URL) {
    self.root = root
  }

  var audio: URL { root.appendingPathComponent("audio", isDirectory: true) }

  func file(_ name: String) -> URL {
    root.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
  }

  func sound(_ name: String) -> URL {
    audio.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
  }

  /// The sizes of the sound that is there, in bytes, by its names.
  var soundSizes: [String: Int64] {
    let sizes = audio.names.compactMap { name in
      (try? fileStatus(of: sound(name).path)).map { (name, Int64($0.st_size)) }
    }
    return Dictionary(sizes, uniquingKeysWith: { first, _ in first })
  }

  /// What files are called while they are written.
  private static let temporaryPrefix = ".new-"

  /// What a backup's files other than the manifest and sound are called.
  private static let documentNames = ["library", "retired", "settings"]

  /// A file that is not there yet.
  func temporaryFile() -> URL {
    root.appendingPathComponent("\(Self.temporaryPrefix)\(uuid().uuidString)")
  }

  /// Gives a temporary file a name after its content, so that the same content has the same name and
  /// no file is ever changed.
  ///
  /// - Parameter name: The name that it has in the library.
  func keep(_ temporary: URL, as name: String) async throws -> BackupManifest.File {
    let stored = try await audioFile.checksum(of: temporary)
    let place = URL(fileURLWithPath: name)
    let fileName =
      "\(place.deletingPathExtension().lastPathComponent)-\(stored.sha256.prefix(16))."
      + place.pathExtension
    let file = BackupManifest.File(
      name: name, file: fileName, byteCount: stored.byteCount, sha256: stored.sha256)
    if try await problem(with: file) == nil {
      try? removeFile(temporary.path)
    } else {
      try? removeFile(self.file(fileName).path)
      try failing(at: root) { () throws(SystemError) in
        try moveDurably(temporary.path, to: self.file(fileName).path)
      }
    }
    return file
  }

  /// Whether a file of the backup is as the manifest says: `nil`, or what is wrong.
  func problem(with file: BackupManifest.File) async throws -> BackupFailure? {
    let url = self.file(file.file)
    do {
      let stored = try await audioFile.checksum(of: url)
      return stored.byteCount == file.byteCount && stored.sha256 == file.sha256
        ? nil : .damaged(path: url.path)
    } catch is AudioFileError {
      return .damaged(path: url.path)
    }
  }

  // MARK: Making

  /// Takes the folder, which it makes where it is missing, until the result is unlocked or gone.
  ///
  /// - Throws: ``BackupFailure``.
  func claim() throws -> Descriptor {
    do {
      try LibraryFolder.make(root)
      try LibraryFolder.make(audio)
    } catch {
      throw BackupFailure.unreadable(path: root.path, detail: "it cannot be created")
    }
    let folder = try failing(at: root) { () throws(SystemError) in
      try Descriptor(root.path, O_RDONLY | O_DIRECTORY)
    }
    let isFree = try failing(at: root) { () throws(SystemError) in
      try folder.lockIfFree(.exclusive)
    }
    guard isFree
    else { throw BackupFailure.busy(path: root.path) }
    return folder
  }

  /// Sees to it that a backup would not be among other files.
  ///
  /// - Throws: ``BackupFailure/otherFiles(path:name:)``.
  func refuseOtherFiles() throws {
    // Hidden ones are of the file system's or of file managers, and so is the named one.
    let other = root.names.first {
      !$0.hasPrefix(".") && !["audio", "lost+found", BackupManifest.fileName].contains($0)
        && !isDocument($0)
    }
    if let other { throw BackupFailure.otherFiles(path: root.path, name: other) }
  }

  /// Deletes the files of earlier backups that this one does not have, and what is half-written.
  ///
  /// - Parameter manifest: The backup that is there, if one is.
  func tidy(_ manifest: BackupManifest?) {
    deleteTemporaryFiles()
    let kept = Set(manifest?.files.map(\.file) ?? [])
    for name in root.names where isDocument(name) && !kept.contains(name) {
      try? removeFile(file(name).path)
    }
  }

  /// Deletes what a backup that was killed, or failed, has begun to write.
  func deleteTemporaryFiles() {
    for folder in [root, audio] {
      for name in folder.names where name.hasPrefix(Self.temporaryPrefix) {
        try? removeFile(folder.appendingPathComponent(name).path)
      }
    }
  }

  private func isDocument(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && Self.documentNames.contains(String(parts[0]))
      && parts[1].prefix { $0.isHexDigit }.count == 16
  }

  func failing<Value: ~Copyable>(
    at url: URL, _ work: () throws(SystemError) -> Value
  ) throws -> Value {
    do throws(SystemError) {
      return try work()
    } catch {
      throw BackupFailure.unreadable(path: url.path, detail: error.reason)
    }
  }
}

extension URL {
  /// The names of what is in this folder, in order; none if it cannot be read.
  var names: [String] {
    ((try? POSIX.names(in: path)) ?? []).sorted()
  }

  /// Whether this is the folder or in it, by whatever links it is reached.
  func isIn(_ folder: URL) -> Bool {
    let path = FileStorage.fileSystem.identity(of: self)
    let folder = FileStorage.fileSystem.identity(of: folder)
    return path == folder || path.hasPrefix(folder == "/" ? folder : "\(folder)/")
  }
}
