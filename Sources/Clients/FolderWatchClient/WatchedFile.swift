public import Foundation

/// A file as it is at one moment. As long as it is equal, nobody has written to it.
public struct WatchedFile: Hashable, Sendable {
  public let byteCount: Int64
  /// When it was written to, in nanoseconds since 1970.
  public let modifiedAt: Int64
  public let url: URL

  public init(url: URL, byteCount: Int64, modifiedAt: Int64) {
    self.byteCount = byteCount
    self.modifiedAt = modifiedAt
    self.url = url
  }
}

/// What was seen in a folder and in those below it.
public struct FolderLook: Equatable, Sendable {
  /// In the order of their paths.
  public var files: [WatchedFile]
  /// What could not be looked at, each in a line for a person.
  public var problems: [String]

  public init(files: [WatchedFile] = [], problems: [String] = []) {
    self.files = files
    self.problems = problems
  }
}

/// Why a folder cannot be looked into.
public enum FolderWatchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is nothing of the name, or a link that leads nowhere.
  case missing(path: String)
  /// Something else has the name.
  case notFolder(path: String)
  /// The system refused; `reason` is its own text.
  case unreadable(path: String, reason: String)

  public var description: String {
    switch self {
    case .missing(let path): "the folder \(path) does not exist"
    case .notFolder(let path): "\(path) is not a folder"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    }
  }
}
