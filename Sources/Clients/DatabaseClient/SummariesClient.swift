public import DependenciesMacros
public import SharedModels
public import Tagged

/// The newest summary of each memo.
@DependencyClient
public struct SummariesClient: Sendable {
  /// `nil` if none was made. It may be stale.
  public var summary: @Sendable (_ of: Recording.ID) async throws -> Summary?

  /// Replaces an earlier summary. Throws ``DatabaseError/notFound(_:)`` unless the memo has, or had,
  /// the transcript that is summarized.
  public var save: @Sendable (_ summary: Summary, _ of: Recording.ID) async throws -> Void
}
