public import Foundation

/// Equal values mean that the file wasn't written to.
public struct WatchedFile: Hashable, Sendable {
  public let byteCount: Int64
  /// Nanoseconds since 1970.
  public let modifiedAt: Int64
  public let url: URL

  public init(url: URL, byteCount: Int64, modifiedAt: Int64) {
    self.byteCount = byteCount
    self.modifiedAt = modifiedAt
    self.url = url
  }
}

public struct FolderScan: Equatable, Sendable {
  public var files: [WatchedFile]
  public var problems: [String]

  public init(files: [WatchedFile] = [], problems: [String] = []) {
    self.files = files
    self.problems = problems
  }
}

public enum FolderWatchError: Error, Equatable, Sendable, CustomStringConvertible {
  case missing(path: String)
  case notFolder(path: String)
  case unreadable(path: String, reason: String)

  public var description: String {
    switch self {
    case .missing(let path): "the folder \(path) does not exist"
    case .notFolder(let path): "\(path) is not a folder"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    }
  }
}
