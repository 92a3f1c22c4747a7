import DatabaseClient
import HTTPMessages
import POSIX
public import ServerRouter

extension ServerProblem {
  /// What an error is for who sent the request. What is not theirs to know of, such as a path of the
  /// server, is left out.
  public init(_ error: any Error) {
    switch error {
    case let problem as ServerProblem: self = problem
    case let error as HTTPBody.TooLarge:
      self.init(
        .contentTooLarge, "Too large", detail: "more than \(error.limit) bytes are not taken here")
    case let error as DatabaseError: self.init(error)
    case let error as SystemError where error.isForLackOfSpace: self = .noSpace
    default:
      self.init(
        .internalServerError, "Failed", detail: "the server could not do it; its log says why")
    }
  }

  private init(_ error: DatabaseError) {
    switch error {
    case .alreadyThere:
      self.init(.conflict, "Already there", detail: error.description)
    case .busy:
      self.init(
        .serviceUnavailable, "Busy", detail: "another program writes to the library; try again")
    case .changedMeanwhile:
      self.init(.conflict, "Changed meanwhile", detail: error.description)
    case .diskFull: self = .noSpace
    case .idTaken:
      self.init(.conflict, "Id taken", detail: error.description)
    case .invalid:
      self.init(.badRequest, "Invalid", detail: error.description)
    case .corrupt, .newerVersion, .unanswered, .unavailable, .unreachable:
      self.init(
        .serviceUnavailable, "Library unavailable",
        detail: "the library cannot be used now; the server's log says why")
    case .notFound:
      self = .noMemo()
    case .notSearchable, .tooManyWords:
      self.init(.badRequest, "Not searchable", detail: error.description)
    }
  }

  /// What is sent has no room on the disk.
  public static let noSpace = Self(
    .insufficientStorage, "No space left",
    detail: "the server's disk is full; nothing was changed: free some space there and try again")

  /// There is no such memo.
  public static func noMemo() -> Self {
    Self(.notFound, "Not found", detail: "there is no memo of that id in this library")
  }
}
