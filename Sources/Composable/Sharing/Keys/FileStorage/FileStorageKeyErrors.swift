public import Foundation

/// A file's content could not be decoded.
///
/// The file is never overwritten. It is moved to a dated name in its folder, and the shared value
/// keeps its value or default. This error is its `loadError`.
public struct UnreadableFileError: Error {
  /// The file.
  public let url: URL
  /// The new location; `nil` if the file could not be moved. It is not overwritten then either:
  /// saving fails until it can be moved or decoded.
  public let keptAt: URL?
  /// The decoding error.
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
    return "Cannot understand '\(url.path)': \(decodingProblem(underlyingError)). \(place)."
  }

  /// The same as the description.
  public var errorDescription: String? { description }
}

/// A save found a file that another process, or another part of this one, had changed.
///
/// The shared value now has the other change, and this error is its `saveError`. ``rejected`` is
/// the value that was not saved, to inspect or to set again. Give the key a ``ThreeWayMerge`` to
/// keep both changes.
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

/// A clause that describes why a value could not be decoded.
func decodingProblem(_ error: any Error) -> String {
  guard let error = error as? DecodingError
  else { return error.localizedDescription.trimmingCharacters(in: CharacterSet(charactersIn: ".")) }
  func located(_ context: DecodingError.Context, _ problem: String) -> String {
    let steps = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
    let path = String(steps.joined().trimmingPrefix("."))
    return path.isEmpty ? problem : "\(problem) at '\(path)'"
  }
  return switch error {
  case .typeMismatch(let type, let context): located(context, "there is no \(type)")
  case .valueNotFound(let type, let context): located(context, "a \(type) is missing")
  case .keyNotFound(let key, let context): located(context, "'\(key.stringValue)' is missing")
  case .dataCorrupted(let context):
    located(context, context.codingPath.isEmpty ? "the data is damaged" : "the value is not valid")
  @unknown default: error.localizedDescription
  }
}
