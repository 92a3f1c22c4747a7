import DatabaseClient
import HTTPMessages
import POSIX
public import ServerRouter

extension ServerProblem {
  /// Leaves out what clients must not learn, such as paths on the server.
  public init(_ error: any Error) {
    switch error {
    case let problem as ServerProblem: self = problem
    case let error as HTTPBody.TooLarge:
      self.init(
        .contentTooLarge, .tooLarge,
        detail: "the data is larger than the limit of \(error.limit) bytes")
    case let error as DatabaseError: self.init(error)
    case let error as SystemError where error.isOutOfSpace: self = .noSpace
    default:
      self.init(
        .internalServerError, .internalError,
        detail: "the request failed on the server: check the server's log")
    }
  }

  private init(_ error: DatabaseError) {
    switch error {
    case .alreadyExists:
      self.init(.conflict, .alreadyExists, detail: error.description)
    case .busy:
      self.init(
        .serviceUnavailable, .libraryBusy,
        detail: "another program is writing to the library: try again later")
    case .conflict:
      self.init(.conflict, .conflictingChange, detail: error.description)
    case .diskFull: self = .noSpace
    case .idTaken:
      self.init(.conflict, .idAlreadyInUse, detail: error.description)
    case .invalid:
      self.init(.badRequest, .invalidRequest, detail: error.description)
    case .corrupt, .missing, .newerVersion, .noResponse, .unavailable, .unreachable:
      self.init(
        .serviceUnavailable, .libraryUnavailable,
        detail: "the library is unavailable: check the server's log")
    case .notFound:
      self = .noMemo()
    case .readOnly:
      self.init(
        .serviceUnavailable, .libraryReadOnly,
        detail: "the library is read-only and nothing was changed: ask whoever runs the server")
    case .notSearchable, .tooManyWords:
      self.init(.badRequest, .invalidSearch, detail: error.description)
    }
  }

  public static let noSpace = Self(
    .insufficientStorage, .noSpaceLeft,
    detail: "the server's disk is full and nothing was changed: free some space and try again")

  public static func noTranscript(_ reason: String) -> Self {
    Self(.notFound, .noTranscript, detail: reason)
  }

  public static let noSummary = Self(
    .notFound, .noSummary,
    detail: "the memo has no summary: request one with a POST to its 'summary'")

  /// The memo exists, but has no transcript or no summary.
  public var isMissingPart: Bool {
    [ProblemCode.noSummary, .noTranscript].contains { code == $0.rawValue }
  }

  public static let noPage = invalidRequest(
    "'after' refers to an entry that was deleted: start again without it")

  public static func noMemo() -> Self {
    notFound("this library has no memo with that id")
  }
}
