public import Foundation
public import ImportCore

public struct WatchPlan: Equatable, Sendable {
  public enum Disposal: Equatable, Sendable {
    case delete
    case keep
    /// The file keeps its subfolder.
    case move(to: URL)
  }

  public var disposal: Disposal
  public var folders: [URL]
  public var job = JobRequest()
  public var interval: Duration = .seconds(30)
  /// The time that a file must be unchanged to count as complete.
  public var rest: Duration
  public var width: Int?

  public init(
    _ folders: [URL], disposal: Disposal = .keep, rest: Duration = .seconds(2)
  ) {
    self.disposal = disposal
    self.folders = folders
    self.rest = rest
  }
}

public enum WatchPlanProblem: Error, Equatable, Sendable, CustomStringConvertible {
  case moveIntoItself(URL)
  case library(URL)

  public var description: String {
    switch self {
    case .moveIntoItself(let folder):
      "\(folder.escapedPath) is watched, so files cannot be moved there; name another folder"
    case .library(let folder):
      "\(folder.escapedPath) is the library's own folder; name one where recordings arrive"
    }
  }
}
