import AudioFileClient
public import DatabaseClient
import Dependencies
import Foundation
public import ImportCore
import LibraryFolder
import POSIX

/// Imports standard input by way of a draft, because it can be read only once.
public struct StandardInputImporter: Sendable {
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// The library failed. The input is in a draft, where ``OrphanedAudio`` finds it.
    case kept(DatabaseError)
    case unreadable(String)

    public var description: String {
      switch self {
      case .kept(let error):
        "\(error); the input is kept: 'speechmemo recover' makes a memo from it"
      case .unreadable(let reason): reason
      }
    }
  }

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.libraryFolder) private var folder

  public init() {}

  /// - Throws: ``Failure``, `ImportFailure.recovering`, and `LibraryFolderError`.
  public func callAsFunction(
    details: MemoDetails = MemoDetails(), job: JobRequest?
  ) async throws -> Importer.Outcome {
    // Locked from here on: until it is a memo, the draft looks like a leftover of a crash.
    guard let lock = try ImportLock(.shared, in: folder.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime(lock) {} }
    let draft = try DraftFiles().newStandardInput()
    do {
      _ = try await audioFile.copyStreamIn(from: .standardInput, to: draft)
      let outcome = try await Importer().importFile(
        draft, named: "Standard input", details: details, job: job)
      try? removeFile(draft.path)
      return outcome
    } catch let error as DatabaseError {
      throw Failure.kept(error)
    } catch let error as AudioFileError where error.path == draft.path {
      try? removeFile(draft.path)
      throw Failure.unreadable(
        error.description.replacingOccurrences(of: draft.path, with: "standard input"))
    } catch {
      try? removeFile(draft.path)
      throw error
    }
  }
}
