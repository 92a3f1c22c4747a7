public import Foundation

public struct FileImport: Equatable, Sendable {
  public enum Status: Equatable, Sendable {
    case added(title: String, isTruncated: Bool)
    case alreadyExists(title: String)
    case failed(reason: String)
    case running
    case waiting
  }

  public let file: URL
  public var status = Status.waiting

  public init(file: URL) {
    self.file = file
  }
}
