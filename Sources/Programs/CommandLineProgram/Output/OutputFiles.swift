import ExportCore
import ExportFilesClient
import FileStorage
import Foundation
import SharedModels
import Styleguide
import TranscriptExport

extension ExportFilesClient {
  /// Returns an unused name, because the user did not choose to replace a file.
  func unusedURL(
    for recording: Recording, as content: ExportContent, in folder: URL
  ) async throws -> URL {
    for name in numberedNames(for: content.fileName(of: recording)) {
      let file = folder.appendingPathComponent(name)
      if try await failing(at: file.path, { try await item(at: file) }) == .nothing { return file }
    }
    return folder
  }
}

/// Adds the path to errors of `work`.
func failing<Value>(at path: String, _ work: () async throws -> Value) async throws -> Value {
  do {
    return try await work()
  } catch let error as FileStorageError {
    throw CommandFailure("\(path.printable) cannot be written: \(error.reason)")
  } catch let error as ExportProblem {
    throw CommandFailure("\(path.printable) cannot be written: \(error)")
  }
}
