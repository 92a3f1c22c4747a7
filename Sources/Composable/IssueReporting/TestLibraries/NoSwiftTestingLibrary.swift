#if !canImport(Testing)
  /// In a program that has the Swift runtime linked into itself (`--static-swift-stdlib`). There is
  /// no Swift Testing of that kind, so no such program runs its tests: nothing but `isLoaded` and
  /// its like is ever asked for.
  enum SwiftTestingLibrary {
    static let isLoaded = false
    static let currentTest: TestContext.Testing.Test? = nil
    static let runsTest = false

    static func record(_ message: String?, severity: IssueSeverity, at location: SourceSite) {}

    static func record(_ error: any Error, _ message: String?, at location: SourceSite) {}

    static func withKnownIssues(
      _ message: String?, at location: SourceSite,
      issueFound: @escaping @Sendable () -> Void, _ body: () throws -> Void
    ) {
      do { try body() } catch { issueFound() }
    }

    static func withKnownIssues(
      _ message: String?, at location: SourceSite,
      isolation: isolated (any Actor)?,
      issueFound: @escaping @Sendable () -> Void, _ body: () async throws -> Void
    ) async {
      do { try await body() } catch { issueFound() }
    }
  }
#endif
