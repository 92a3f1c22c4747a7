public import Dependencies
public import ExportFilesClient
import FileStorage
import Foundation
import POSIX

extension ExportFilesClient: DependencyKey {
  public static var liveValue: Self {
    Self(
      homeFolder: { XDGFolders().home },
      item: { url in try await onOwnThread("export") { try item(at: url) } },
      makeFolder: { url in
        try await onOwnThread("export") {
          guard try item(at: url) != .folder
          else { return }
          try FileStorage.fileSystem.makeFolder(url, permissions: 0o777)
        }
      },
      startingFolder: {
        let folders = XDGFolders()
        let documents = folders.documents
        return (try? item(at: documents)) == .folder ? documents : folders.home
      },
      write: { data, url in
        try await onOwnThread("export") {
          if try item(at: url) == .stream {
            try writeThrough(data, to: url)
          } else {
            // `write` would create the folder.
            guard try item(at: url) != .noFolder
            else { throw FileStorageError(.noFolder, operation: .write, url: url) }
            try FileStorage.fileSystem.write(data, to: url)
          }
        }
      })
  }

  private static func item(at url: URL) throws -> Item {
    if let item = try existingItem(at: url) { return item }
    // A write through a dangling link creates the file at its end.
    var end = url
    for _ in 0..<40 {
      guard let target = try? linkTarget(of: end.path)
      else { break }
      end =
        target.hasPrefix("/")
        ? URL(fileURLWithPath: target)
        : end.deletingLastPathComponent().appendingPathComponent(target)
    }
    let folder = end.deletingLastPathComponent()
    return try existingItem(at: folder) == .folder ? .nothing : .noFolder
  }

  private static func existingItem(at url: URL) throws -> Item? {
    do throws(SystemError) {
      return Item(try fileStatus(of: url.path))
    } catch {
      guard [ENOENT, ENOTDIR].contains(error.code)
      else { throw FileStorageError(error, url: url) }
      return nil
    }
  }

  private static func writeThrough(_ data: Data, to url: URL) throws {
    do {
      let stream = try Descriptor(url.path, O_WRONLY | O_NOCTTY)
      try data.withUnsafeBytes { try stream.write($0) }
    } catch let error as SystemError {
      throw FileStorageError(error, url: url)
    }
  }
}

extension ExportFilesClient.Item {
  fileprivate init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .stream
    }
  }
}

extension FileStorageError {
  fileprivate init(_ error: SystemError, url: URL) {
    let reason: Reason =
      switch error.code {
      case EACCES, EPERM: .permission
      case ENAMETOOLONG: .nameTooLong
      default: error.isOutOfSpace ? .noSpace : .io(error.code)
      }
    self.init(reason, operation: .write, url: url)
  }
}
