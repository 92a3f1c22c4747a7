public import Dependencies
public import ExportFilesClient
import FileStorage
import Foundation
import Glibc

extension ExportFilesClient: DependencyKey {
  /// The files of this machine.
  public static var liveValue: Self {
    Self(
      homeFolder: { home },
      item: { url in try await onDisk { try item(at: url) } },
      startingFolder: {
        let documents = URL.documentsDirectory
        return (try? item(at: documents)) == .folder ? documents : home
      },
      write: { data, url in
        try await onDisk {
          if try item(at: url) == .stream {
            try writeThrough(data, to: url)
          } else {
            // What writes the file would make its folder.
            guard try item(at: url) != .noFolder
            else { throw FileStorageError(.noFolder, operation: .write, url: url) }
            try FileStorage.fileSystem.write(data, to: url)
          }
        }
      })
  }

  private static var home: URL { URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true) }

  /// Waits for the disk on a thread of Dispatch's, never on one that all Swift tasks share.
  private static func onDisk<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: work)) }
    }
  }

  private static let queue = DispatchQueue(
    label: "ExportFilesClientLive", qos: .userInitiated, attributes: .concurrent)

  private static func item(at url: URL) throws -> Item {
    var status = stat()
    if stat(url.path, &status) == 0 { return Item(status) }
    // A link that leads nowhere is replaced like a file that is there, once its end is written.
    guard [ENOENT, ENOTDIR].contains(errno)
    else { throw FileStorageError(errno: errno, url: url) }
    let folder = url.resolvingSymlinksInPath().deletingLastPathComponent()
    if stat(folder.path, &status) == 0 {
      return Item(status) == .folder ? .nothing : .noFolder
    }
    guard [ENOENT, ENOTDIR].contains(errno)
    else { throw FileStorageError(errno: errno, url: url) }
    return .noFolder
  }

  private static func writeThrough(_ data: Data, to url: URL) throws {
    let descriptor = open(url.path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0
    else { throw FileStorageError(errno: errno, url: url) }
    defer { close(descriptor) }
    try data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0
        else { throw FileStorageError(errno: errno, url: url) }
        rest = rest.dropFirst(count)
      }
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
  fileprivate init(errno code: Int32, url: URL) {
    let reason: Reason =
      switch code {
      case EACCES, EPERM: .permission
      case ENAMETOOLONG: .nameTooLong
      case EDQUOT, EFBIG, ENOSPC: .noSpace
      default: .io(code)
      }
    self.init(reason, operation: .write, url: url)
  }
}
