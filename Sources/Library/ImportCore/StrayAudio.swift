import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder

/// The files in the library's audio folder that no memo refers to, and what came in by standard
/// input to its end but did not become a memo.
public struct StrayAudio: Sendable {
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder

  /// How the names of files begin that hold what standard input gave.
  public static let draftPrefix = "standard-input-"

  public init() {}

  /// - Throws: `DatabaseError`.
  public func files() async throws -> [URL] {
    let stored = names(in: folder.audio)
    let known = try await database.audioFileNames()
    return stored.filter { !$0.hasPrefix(".") && !known.contains($0) }
      .map { folder.audioFile(named: $0) }
      + names(in: folder.drafts).filter { $0.hasPrefix(Self.draftPrefix) || isRecording($0) }
      .map { folder.drafts.appendingPathComponent($0) }
  }

  /// Whether it is a whole recording that did not become a memo. Its draft is no concern of ours.
  private func isRecording(_ name: String) -> Bool {
    name.hasPrefix(RecordingKeeper.prefix) && name.hasSuffix(".flac")
  }

  private func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
