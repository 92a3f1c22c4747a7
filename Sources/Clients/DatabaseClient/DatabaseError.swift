/// What can go wrong with the library's database. Each description is one line that says what is
/// wrong and what to do.
public enum DatabaseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A memo with the same bytes is in the library, outside the trash.
  case alreadyThere(sha256: String)
  /// Another program has held the database for longer than we wait.
  case busy(path: String)
  /// Somebody else has changed the same part of a transcript.
  case changedMeanwhile(String)
  /// The file is not a database, or is damaged.
  case corrupt(path: String, detail: String)
  /// The disk that holds it is full.
  case diskFull(path: String)
  /// Something else has the id that is asked for.
  case idTaken(String)
  /// A value that cannot be what it is given for.
  case invalid(String)
  /// A newer version of this program has changed its shape.
  case newerVersion(path: String, found: Int, supported: Int)
  /// Words that cannot be searched for.
  case notSearchable(String)
  /// The memo or job is not there, or is there no longer.
  case notFound(String)
  /// More different words to search for than the index is asked for at once.
  case tooManyWords(limit: Int)
  /// The server that has it gives no answer, or none that helps: why, and what to do.
  case unanswered(String)
  /// It cannot be opened or written.
  case unavailable(path: String, detail: String)
  /// The server that has it cannot be used.
  case unreachable(address: String, detail: String)

  public var description: String {
    switch self {
    case .alreadyThere:
      "a memo with the same audio is already in the library; nothing was changed"
    case .busy(let path):
      "the library is busy: another program is writing to \(path); try again when it is done"
    case .changedMeanwhile(let what):
      "\(what) has changed in the meantime, so this change was not saved; review it and try again"
    case .corrupt(let path, let detail):
      """
      the library's database is damaged (\(detail)): move \(path) aside, then run \
      'speechmemo restore' to restore a backup, and 'speechmemo recover' to make memos from the \
      'audio' folder beside it
      """
    case .diskFull(let path):
      "no space left on the disk that holds \(path): free some space and try again"
    case .idTaken(let what):
      "\(what) already exists; use another id"
    case .invalid(let what):
      what
    case .newerVersion(let path, let found, let supported):
      """
      \(path) was made by a newer SpeechMemo (format \(found), this version supports \
      \(supported)): update SpeechMemo; nothing was changed
      """
    case .notSearchable(let text):
      "nothing to search for in '\(text.prefix(40))': enter at least one word"
    case .notFound(let what):
      "\(what) does not exist"
    case .tooManyWords(let limit):
      "too many different words to search for: use at most \(limit)"
    case .unanswered(let reason):
      reason
    case .unavailable(let path, let detail):
      """
      the library's database \(path) cannot be used: \(detail); check the disk and your \
      permissions, or set SPEECHMEMO_HOME to another folder
      """
    case .unreachable(let address, let detail):
      "the database \(address) cannot be used: \(detail)"
    }
  }
}

extension DatabaseError {
  /// A library that is not there.
  package static func notFound(library name: String) -> Self {
    .notFound("the library '\(name)'")
  }
}
