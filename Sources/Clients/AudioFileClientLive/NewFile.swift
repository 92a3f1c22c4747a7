import AudioFileClient
import Foundation
import POSIX

/// A file that appears under its name whole and on the disk, or not at all.
///
/// Where the file system can, the file has no name until it is published, so that nothing is left
/// even by a power cut. Elsewhere it has a temporary name in the same folder, and is removed when
/// this value goes without having been published, or by the next export to that folder: see
/// ``Leftover``.
struct NewFile: ~Copyable {
  /// What its content is written to.
  let descriptor: Descriptor
  private let replaces: Bool
  private let url: URL
  private var temporaryPath: String?

  private var folder: URL { url.deletingLastPathComponent() }

  /// Begins a file that is to be at `url`, whose folder must exist.
  ///
  /// - Parameter replacing: Whether a file that is there gives way to this one. Where it is a
  ///   symbolic link, what this leads to does.
  init(at url: URL, replacing: Bool = false, canBeNameless: Bool = true) throws {
    let url = try Self.place(url, replacing: replacing)
    let folder = try url.deletingLastPathComponent().filePath
    let nameless = canBeNameless ? try Self.nameless(in: folder) : nil
    var path: String?
    descriptor =
      if let nameless {
        nameless
      } else {
        try Self.named(in: folder, &path)
      }
    replaces = replacing
    temporaryPath = path
    self.url = url
  }

  deinit {
    if let temporaryPath { try? removeFile(temporaryPath) }
  }

  /// Writes what is buffered to the disk and gives the file its name. A file that has the name
  /// already is replaced only if that was asked for. When this returns, the file survives a crash
  /// of the machine.
  mutating func publish() throws {
    // Opened first: a folder that cannot be synced gets no file.
    let folder = try OpenFolder(folder.filePath)
    try descriptor.sync()
    if replaces, temporaryPath == nil {
      // What takes another's place needs a name first. Until it has one, nothing is in the folder.
      try? descriptor.lock(.exclusive)
      let path = try Leftover.newPath(in: url.deletingLastPathComponent().filePath)
      try descriptor.link(to: path)
      temporaryPath = path
    }
    if let temporaryPath {
      if replaces {
        try POSIX.rename(temporaryPath, to: url.filePath)
      } else {
        try Self.rename(temporaryPath, toFree: url.filePath)
      }
      self.temporaryPath = nil
    } else {
      try descriptor.link(to: url.filePath)
    }
    try folder.sync()
  }

  /// A file under a temporary name, locked while its writer lives: see ``Leftover``.
  private static func named(in folder: String, _ path: inout String?) throws -> Descriptor {
    while true {
      let new = Leftover.newPath(in: folder)
      let file = try Descriptor(new, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
      // Where files cannot be locked, nobody removes what is not.
      try? file.lock(.exclusive)
      // Another process may have found it before it was locked, and removed it.
      guard try file.status().st_nlink > 0 else { continue }
      path = new
      return file
    }
  }

  /// `nil` where a file needs a name from the start.
  private static func nameless(in folder: String) throws -> Descriptor? {
    do throws(SystemError) {
      return try Descriptor(namelessIn: folder, mode: 0o666)
    } catch {
      guard [EISDIR, EOPNOTSUPP, ENOENT, EINVAL].contains(error.code)
      else { throw error }
      return nil
    }
  }

  /// Where the file will be.
  private static func place(_ url: URL, replacing: Bool) throws -> URL {
    let path = try url.filePath
    guard replacing
    else {
      guard (try? fileStatus(of: path, followingLinks: false)) == nil
      else { throw SystemError(code: EEXIST) }
      return url
    }
    let end = realPath(of: path).map { URL(fileURLWithPath: $0) } ?? url
    guard let status = try? fileStatus(of: end.filePath, followingLinks: false)
    else { return end }
    guard status.st_mode & S_IFMT != S_IFDIR
    else { throw SystemError(code: EISDIR) }
    // Renaming would replace it, and what listens at its other end would wait for ever.
    guard status.st_mode & S_IFMT == S_IFREG
    else { throw SystemError(code: ENXIO) }
    return end
  }

  private static func rename(
    _ path: String, toFree name: String
  ) throws(SystemError) {
    do throws(SystemError) {
      try POSIX.link(path, to: name)
      try? removeFile(path)
    } catch {
      // A file system without links, such as a memory card's.
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code)
      else { throw error }
      try POSIX.rename(path, to: name)
    }
  }
}
