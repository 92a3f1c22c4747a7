import Foundation
import IssueReporting

/// The context of the running code, which selects a dependency's default value.
///
/// The context of a process is the one named by the environment variable
/// `SWIFT_DEPENDENCIES_CONTEXT` (`live`, `preview` or `test`); without it, `test` inside a test
/// runner and `live` everywhere else.
public enum DependencyContext: String, CaseIterable, Sendable {
  /// The running application: dependencies have their `liveValue`.
  case live

  /// A preview: dependencies have their `previewValue`.
  case preview

  /// A test: dependencies have their `testValue`.
  case test
}

extension DependencyContext {
  /// The environment variable that overrules the detection.
  static let environmentVariable = "SWIFT_DEPENDENCIES_CONTEXT"

  /// The context of this process, decided once.
  static let ofProcess: Self = {
    guard let name = ProcessInfo.processInfo.environment[environmentVariable]
    else { return isTesting ? .test : .live }
    guard let context = Self(rawValue: name)
    else {
      reportIssue(
        """
        The environment variable '\(environmentVariable)' is '\(name)', which is not the name of a \
        context. Set it to 'live', 'preview' or 'test', or remove it.
        """)
      return isTesting ? .test : .live
    }
    return context
  }()

  /// Two bits for the context in the key of a cached value.
  var tag: UInt {
    switch self {
    case .live: 0
    case .preview: 1
    case .test: 2
    }
  }
}
