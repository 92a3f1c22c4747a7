public import Foundation

/// A value of an app storage could not be understood.
///
/// It stays in the store, and the shared value keeps the value that it has, or its default. This is
/// its `loadError`. When the shared value is saved, what could not be understood is kept under a
/// dated name in the same store: `settings` becomes `settings.unreadable-2026-11-21T061500Z`.
public struct UnreadableAppStorageError: Error {
  /// The name of the value.
  public let key: String
  /// Why it could not be understood.
  public let underlyingError: any Error

  /// Makes the error.
  public init(key: String, underlyingError: any Error) {
    self.key = key
    self.underlyingError = underlyingError
  }
}

extension UnreadableAppStorageError: CustomStringConvertible, LocalizedError {
  /// The problem and a fix, for the user.
  public var description: String {
    """
    Cannot understand the value of '\(key)' in the app storage: \
    \(decodingProblem(underlyingError)). \
    It is left as it is; when it is set anew, the old value is kept under a dated name.
    """
  }

  /// The same as the description.
  public var errorDescription: String? { description }
}
