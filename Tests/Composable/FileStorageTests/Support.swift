import ConcurrencyExtras
import FileStorage
import Foundation
import POSIX
import TestPrograms
import Testing

/// The storages that must behave alike.
enum Kind: CaseIterable, CustomTestStringConvertible {
  case disk
  case memory

  var testDescription: String {
    switch self {
    case .disk: "on disk"
    case .memory: "in memory"
    }
  }

  var storage: FileStorage {
    switch self {
    case .disk: .fileSystem
    case .memory: .inMemory
    }
  }
}

/// A folder of the test's own, removed when the test is done. In memory, its path serves as well.
final class Room: Sendable {
  let folder: URL

  init() throws {
    // Without links on the way, so that paths can be compared.
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(component: "file-storage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func file(_ name: String) -> URL { folder.appending(path: name) }

  /// The number of the file or folder of that name.
  func inode(_ name: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name).path)
    return try #require(attributes[.systemFileNumber] as? UInt64)
  }

  /// The names in the folder, hidden ones too.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }
}

extension FileStorage {
  func text(_ url: URL) throws -> String? {
    try read(url).data.map { String(decoding: $0, as: UTF8.self) }
  }

  @discardableResult
  func write(_ text: String, to url: URL) throws -> FileStamp {
    try write(Data(text.utf8), to: url)
  }
}

extension AsyncThrowingStream<FileStamp, any Error>.Iterator {
  /// Waits for a stamp: intermediate changes may be reported or not.
  mutating func waitFor(_ stamp: FileStamp) async throws {
    while let next = try await next(isolation: #isolation) {
      if next == stamp { return }
    }
    Issue.record("The stream ended")
  }
}

/// Checks why an operation failed.
func expectFailure(
  _ reason: FileStorageError.Reason, sourceLocation: SourceLocation = #_sourceLocation,
  _ operation: () throws -> Void
) {
  let error = #expect(
    throws: FileStorageError.self, sourceLocation: sourceLocation, performing: operation)
  #expect(error?.reason == reason, sourceLocation: sourceLocation)
}

/// Runs code in a separate process and returns its output.
func fileFaults(_ arguments: String...) async throws -> String {
  try await onOwnThread("faults") {
    try runProgram(builtProgram("FileFaults"), arguments).output
  }
}
