import Foundation
import FileStorage
import LibraryFolder
import POSIX
import SharedModels

/// A library's unfinished uploads. Acknowledged bytes are on disk: a file's length is its offset.
struct UploadFolder: Sendable {
  let root: URL

  static let maximumAge: TimeInterval = 7 * 86_400

  init(_ library: LibraryFolder) {
    root = library.uploads
  }

  func sound(of id: UUID) -> URL { file(id, "part") }

  private func details(of id: UUID) -> URL { file(id, "json") }

  private func file(_ id: UUID, _ ending: String) -> URL {
    root.appendingPathComponent("\(id.text).\(ending)")
  }

  func create(_ upload: UploadDetails, id: UUID) throws {
    try LibraryFolder.make(root)
    let sound = try Descriptor(sound(of: id).path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try sound.sync()
    try keep(upload, id: id)
  }

  func keep(_ upload: UploadDetails, id: UUID) throws {
    let data = try JSONEncoder.speechMemo.encode(upload)
    _ = try FileStorage.fileSystem.write(data, to: details(of: id))
  }

  /// Returns `nil` if there is no such upload; throws if it exists but can't be read.
  func upload(_ id: UUID) throws -> UploadDetails? {
    guard let data = try FileStorage.fileSystem.read(details(of: id)).data
    else { return nil }
    return try JSONDecoder.speechMemo.decode(UploadDetails.self, from: data)
  }

  /// Locks an upload until the value is destroyed; `nil` if it is in use or was just removed.
  func lock(_ id: UUID) throws -> Descriptor? {
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor(sound(of: id).path, O_WRONLY | O_APPEND)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    guard try file.lockIfFree(.exclusive), try file.status().st_nlink > 0
    else { return nil }
    return consume file
  }

  /// Removes bytes whose checksum was not verified before the server stopped. Requires the lock.
  func discardUnverified(
    of upload: inout UploadDetails, id: UUID, _ file: borrowing Descriptor
  ) throws {
    guard let byteCount = upload.checkedByteCount
    else { return }
    try SystemError.check { ftruncate(file.number, Int(byteCount)) }
    try file.syncContent()
    upload.checkedByteCount = nil
    try keep(upload, id: id)
  }

  func removeSound(_ id: UUID) {
    try? removeFile(sound(of: id).path)
  }

  func remove(_ id: UUID) {
    removeSound(id)
    try? removeFile(details(of: id).path)
  }

  func removeExpired(at now: Date) {
    for name in (try? names(in: root.path)) ?? [] {
      let path = root.appendingPathComponent(name).path
      guard let status = try? fileStatus(of: path),
        now.timeIntervalSince1970 - Double(status.st_mtim.tv_sec) > Self.maximumAge,
        let id = UUID(uuidString: String(name.prefix { $0 != "." }))
      else { continue }
      // Only the age of the audio file counts; an upload in use is kept.
      let hasSound = fileExists(sound(of: id).path)
      guard name.hasSuffix(".part") || !hasSound
      else { continue }
      let held = hasSound ? try? lock(id) : nil
      if held != nil || !hasSound { remove(id) }
    }
  }
}
