public import Foundation

/// A value of an app storage could not be understood.
///
/// It stays in the store until the shared value changes, which keeps the value that it has, or its
/// default. This is its `loadError`.
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
  /// What has happened, and what to do, for a person to read.
  public var description: String {
    """
    Cannot understand the value of '\(key)' in the app storage: \(whatIsWrong(underlyingError)). \
    It is left as it is until it is set anew.
    """
  }

  /// The same as the description.
  public var errorDescription: String? { description }
}
