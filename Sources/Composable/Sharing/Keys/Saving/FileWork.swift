/// Pending work on a file.
struct FileWork: OptionSet {
  let rawValue: UInt8

  /// The file may have changed.
  static let read = FileWork(rawValue: 1)
  /// The value in memory has changed.
  static let save = FileWork(rawValue: 2)
  /// The file is to be read even if it has not changed.
  static let reload = FileWork(rawValue: 4)
}

/// The result of a step.
struct FileOutcome {
  var loaded: Result<Void, any Error> = .success(())
  var saved: Result<Void, any Error> = .success(())

  /// Whether a value is not stored yet. One that met a conflict was discarded.
  var leavesUnsaved: Bool {
    if case .failure(let error) = saved { !(error is FileConflictError) } else { false }
  }
}
