public import DependenciesMacros
public import SharedModels
public import Tagged

@DependencyClient
public struct SummariesClient: Sendable {
  /// `nil` if none was made. It may be stale.
  public var summary: @Sendable (_ of: Recording.ID) async throws -> Summary?

  /// Replaces a summary. Throws ``DatabaseError/notFound(_:)`` if the memo never had the text.
  public var save: @Sendable (_ summary: Summary, _ of: Recording.ID) async throws -> Void
}
