public import Foundation

/// A file's content could not be understood.
///
/// The file is never written over. It is moved to a dated name beside its own, and the shared value
/// keeps the value that it has, or its default. This is its `loadError`.
public struct UnreadableFileError: Error {
  /// The file.
  public let url: URL
  /// Where its content is now; `nil` when it could not be moved and is where it was. It is then not
  /// written over either: saving fails until it can be moved, or is readable.
  public let keptAt: URL?
  /// Why it could not be understood.
  public let underlyingError: any Error

  /// Makes the error.
  public init(url: URL, keptAt: URL?, underlyingError: any Error) {
    self.url = url
    self.keptAt = keptAt
    self.underlyingError = underlyingError
  }
}

extension UnreadableFileError: CustomStringConvertible, LocalizedError {
  /// The problem and a fix, for the user.
  public var description: String {
    let place =
      keptAt.map { "It was kept as '\($0.path)'" }
      ?? "It was left as it is, and nothing will be written over it; move it away"
    return "Cannot understand '\(url.path)': \(whatIsWrong(underlyingError)). \(place)."
  }

  /// The same as the description.
  public var errorDescription: String? { description }
}

/// Two processes, or two parts of this one, have changed a file that their key cannot merge.
///
/// The shared value has theirs now, and this is its `saveError`. ``rejected`` has ours, to be
/// looked at, or put in again. Give the key a ``ThreeWayMerge`` to keep both changes.
public struct FileConflictError: Error {
  /// The file.
  public let url: URL
  /// The value that was not saved.
  public let rejected: any Sendable

  /// Makes the error.
  public init(url: URL, rejected: any Sendable) {
    self.url = url
    self.rejected = rejected
  }
}

extension FileConflictError: CustomStringConvertible, LocalizedError {
  /// The problem and a fix, for the user.
  public var description: String {
    """
    Cannot save '\(url.path)': it has been changed elsewhere since it was loaded. It has been \
    loaded again; make the change once more, or give the key a merge.
    """
  }

  /// The same as the description.
  public var errorDescription: String? { description }
}

/// One clause about an undecodable value.
func whatIsWrong(_ error: any Error) -> String {
  guard let error = error as? DecodingError
  else { return error.localizedDescription.trimmingCharacters(in: CharacterSet(charactersIn: ".")) }
  func told(_ context: DecodingError.Context, _ what: String) -> String {
    let steps = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
    let path = String(steps.joined().trimmingPrefix("."))
    return path.isEmpty ? what : "\(what) at '\(path)'"
  }
  return switch error {
  case .typeMismatch(let type, let context): told(context, "there is no \(type)")
  case .valueNotFound(let type, let context): told(context, "a \(type) is missing")
  case .keyNotFound(let key, let context): told(context, "'\(key.stringValue)' is missing")
  case .dataCorrupted(let context):
    told(context, context.codingPath.isEmpty ? "the data is damaged" : "the value is not valid")
  @unknown default: error.localizedDescription
  }
}
