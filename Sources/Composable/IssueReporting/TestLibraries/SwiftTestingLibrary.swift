#if canImport(Testing)
  import RuntimeInternals
  // Weakly: each of its symbols that is used here is bound if the process has loaded the library,
  // and null if not. So nothing here may be touched before `isLoaded`. `withoutLinkingTesting` in
  // Package.swift sees to it that no product has to load it.
  @_weakLinked internal import Testing

  /// The part of Swift Testing that issue reporting uses. No other file imports that library.
  enum SwiftTestingLibrary {
    static let isLoaded = LoadedSymbol.address(of: "swt_abiv0_getEntryPoint") != nil

    static var currentTest: TestContext.Testing.Test? {
      guard isLoaded, let test = Test.current
      else { return nil }
      return TestContext.Testing.Test(
        id: TestContext.Testing.Test.ID(test.id), traits: test.traits)
    }

    static var runsTest: Bool {
      isLoaded && Test.current != nil
    }

    static func record(_ message: String?, severity: IssueSeverity, at location: SourceSite) {
      Issue.record(
        message.map { Comment(rawValue: $0) }, severity: Issue.Severity(severity),
        sourceLocation: SourceLocation(location))
    }

    static func record(_ error: any Error, _ message: String?, at location: SourceSite) {
      Issue.record(
        error, message.map { Comment(rawValue: $0) }, sourceLocation: SourceLocation(location))
    }

    /// Runs the code with every issue of the test taken as expected.
    ///
    /// - Parameter issueFound: Called for each of them: errors, failed expectations, all kinds.
    static func withKnownIssues(
      _ message: String?, at location: SourceSite,
      issueFound: @escaping @Sendable () -> Void, _ body: () throws -> Void
    ) {
      try? withKnownIssue(
        message.map { Comment(rawValue: $0) }, isIntermittent: true,
        sourceLocation: SourceLocation(location), body,
        matching: { issue in
          if issue.severity == .error { issueFound() }
          return true
        })
    }

    static func withKnownIssues(
      _ message: String?, at location: SourceSite,
      isolation: isolated (any Actor)?,
      issueFound: @escaping @Sendable () -> Void, _ body: () async throws -> Void
    ) async {
      try? await withKnownIssue(
        message.map { Comment(rawValue: $0) }, isIntermittent: true, isolation: isolation,
        sourceLocation: SourceLocation(location), body,
        matching: { issue in
          if issue.severity == .error { issueFound() }
          return true
        })
    }
  }

  extension Issue.Severity {
    fileprivate init(_ severity: IssueSeverity) {
      switch severity {
      case .warning: self = .warning
      case .error: self = .error
      }
    }
  }

  extension SourceLocation {
    fileprivate init(_ location: SourceSite) {
      self.init(
        fileID: "\(location.fileID)", filePath: "\(location.filePath)", line: Int(location.line),
        column: Int(location.column))
    }
  }
#endif
