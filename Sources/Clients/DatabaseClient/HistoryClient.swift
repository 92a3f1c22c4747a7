public import DependenciesMacros
public import Foundation
public import SharedModels
public import Tagged

/// The texts that memos have had. Each edit and each new transcript adds a version.
@DependencyClient
public struct HistoryClient: Sendable {
  /// The last edit, or transcript that replaced edits, outside the trash. Ignores undone ones.
  public var lastEdit: @Sendable () async throws -> LastEdit?

  /// With their numbers of words, oldest first.
  public var versions: @Sendable (_ of: Recording.ID) async throws -> [TextVersion]

  public var transcription:
    @Sendable (_ of: Recording.ID, _ version: Int) async throws -> Transcription

  /// Adds an older text as a version. Throws ``DatabaseError/conflict(_:)`` for an old `current`.
  public var restore:
    @Sendable (_ of: Recording.ID, _ version: Int, _ current: Int, _ at: Date) async throws -> Void
}

public struct LastEdit: Equatable, Sendable {
  public var memo: Recording.ID
  public var date: Date

  public init(memo: Recording.ID, date: Date) {
    self.memo = memo
    self.date = date
  }
}
