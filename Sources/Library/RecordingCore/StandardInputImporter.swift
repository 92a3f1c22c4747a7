import AudioFileClient
public import DatabaseClient
import Dependencies
import Foundation
public import ImportCore
import LibraryFolder
import POSIX

/// Takes what comes in by standard input into the library. It can be read only once: it goes into a
/// draft first.
public struct StandardInputImporter: Sendable {
  /// Why it is no memo.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// The library failed. All that came in is in a draft, where ``OrphanedAudio`` finds it.
    case kept(DatabaseError)
    /// It is no sound that can be read: what is wrong, for a person.
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

  /// Reads standard input to its end, and makes a memo of it.
  ///
  /// - Parameters:
  ///   - details: What is known of the memo beside its sound.
  ///   - job: What to ask of the speech engine, or `nil` to leave the memo without a transcript.
  /// - Throws: ``Failure``, `ImportFailure.recovering`, and `LibraryFolderError`.
  public func callAsFunction(
    details: MemoDetails = MemoDetails(), job: JobRequest?
  ) async throws -> Importer.Outcome {
    // From here on: until it is a memo, the draft looks like what a crash has left behind.
    guard let lock = try ImportLock(.together, in: folder.root)
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
      // A pipe cannot be read again, so the draft stays.
      throw Failure.kept(error)
    } catch let error as AudioFileError where error.path == draft.path {
      try? removeFile(draft.path)
      // The draft's name says nothing to the person who wrote into the pipe.
      throw Failure.unreadable(
        error.description.replacingOccurrences(of: draft.path, with: "standard input"))
    } catch {
      try? removeFile(draft.path)
      throw error
    }
  }
}
