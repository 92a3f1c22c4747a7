public import Foundation
public import ImportCore

/// Which folders to watch, and what to do with what arrives.
public struct WatchPlan: Equatable, Sendable {
  /// What becomes of a file whose memo is safe.
  public enum Disposal: Equatable, Sendable {
    /// It is deleted.
    case delete
    /// It stays, and is remembered.
    case keep
    /// It is moved into a folder, below which it keeps the subfolder that it was in.
    case move(to: URL)
  }

  public var disposal: Disposal
  public var folders: [URL]
  /// What to ask of the speech engine.
  public var job: JobRequest
  /// How often to look into the folders, whatever the system tells.
  public var interval: Duration
  /// How long a file must be as it is before it is taken for whole.
  public var rest: Duration
  /// How many memos are transcribed at once.
  public var width: Int?

  public init(
    _ folders: [URL], disposal: Disposal = .keep, job: JobRequest = JobRequest(),
    interval: Duration = .seconds(30), rest: Duration = .seconds(2), width: Int? = nil
  ) {
    self.disposal = disposal
    self.folders = folders
    self.interval = interval
    self.job = job
    self.rest = rest
    self.width = width
  }
}

/// Why folders cannot be watched as asked.
public enum WatchPlanProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// Files would be moved to where they are taken from.
  case moveIntoItself(URL)
  /// The library's own files would be taken for ones that arrive.
  case library(URL)

  public var description: String {
    switch self {
    case .moveIntoItself(let folder):
      "\(folder.shownPath) is watched, so files cannot be moved there; name another folder"
    case .library(let folder):
      "\(folder.shownPath) is the library's own folder; name one where recordings arrive"
    }
  }
}
