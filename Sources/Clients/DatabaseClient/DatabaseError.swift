/// A failed database operation. Each description is one line: the problem and what to do.
public enum DatabaseError: Error, Equatable, Sendable, CustomStringConvertible {
  case alreadyExists(sha256: String)
  case busy(path: String)
  case conflict(String)
  case corrupt(path: String, detail: String)
  case diskFull(path: String)
  case idTaken(String)
  case invalid(String)
  /// The library has audio, but its database file is gone.
  case missing(path: String)
  case newerVersion(path: String, found: Int, supported: Int)
  case notSearchable(String)
  case notFound(String)
  case readOnly(path: String)
  case tooManyWords(limit: Int)
  /// The library's server gave no usable response. The text is the whole description.
  case noResponse(String)
  case unavailable(path: String, detail: String)
  case unreachable(address: String, detail: String)

  public var description: String {
    switch self {
    case .alreadyExists:
      "a memo with the same audio is already in the library; nothing was changed"
    case .busy(let path):
      "the library is busy: another program is writing to \(path); try again when it is done"
    case .conflict(let item):
      "\(item) has changed in the meantime, so this change was not saved; review it and try again"
    case .corrupt(let path, let detail):
      """
      the library's database is damaged (\(detail)): move \(path) aside, then run \
      'speechmemo restore' to restore a backup, and then 'speechmemo recover' to make memos from \
      the remaining files of the 'audio' folder beside it
      """
    case .diskFull(let path):
      "no space left on the disk that holds \(path): free some space and try again"
    case .idTaken(let item):
      "\(item) already exists; use another id"
    case .invalid(let item):
      item
    case .missing(let path):
      """
      the library's database \(path) is missing, but the 'audio' folder beside it has files: run \
      'speechmemo restore FOLDER' if you have a backup, then 'speechmemo recover' to make memos from \
      the remaining audio
      """
    case .newerVersion(let path, let found, let supported):
      """
      \(path) was made by a newer SpeechMemo (format \(found), this version supports \
      \(supported)): update SpeechMemo; nothing was changed
      """
    case .notSearchable(let text):
      "nothing to search for in '\(text.prefix(40))': enter at least one word"
    case .notFound(let item):
      "\(item) does not exist"
    case .readOnly(let path):
      """
      \(path) is read-only, and nothing was changed: check the disk and your permissions, or copy \
      the library's folder to another disk and set SPEECHMEMO_HOME to the copy
      """
    case .tooManyWords(let limit):
      "too many different words to search for: use at most \(limit)"
    case .noResponse(let reason):
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
  package static func notFound(library name: String) -> Self {
    .notFound("the library '\(name)'")
  }
}
