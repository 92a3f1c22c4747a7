import DatabaseClient
import POSIX
import SQLite

extension DatabaseError {
  init(_ error: SystemError, path: String) {
    self =
      error.isOutOfSpace
      ? .diskFull(path: path) : .unavailable(path: path, detail: error.reason)
  }

  init(_ error: SQLiteError, path: String) {
    self =
      if error.isOutOfSpace {
        .diskFull(path: path)
      } else if error.isBusy {
        .busy(path: path)
      } else if error.isReadOnly {
        .readOnly(path: path)
      } else if error.isWithoutLocks {
        .unavailable(path: path, detail: "its file system does not support locks")
      } else if error.isDamage {
        .corrupt(path: path, detail: error.message)
      } else {
        .unavailable(path: path, detail: error.explanation)
      }
  }
}
