import POSIX

/// Notifies one watcher of each stamp that differs from the one before.
///
/// Code that detects a possible change calls ``check()``, from any thread and any number of times.
/// The watcher is called one call at a time, the last one with the current stamp.
final class Subscriber: Sendable {
  private struct State {
    var told: FileStamp
    var isChecking = false
    var mustCheckAgain = false
    var isCancelled = false
  }

  private let state: Mutex<State>
  private let current: @Sendable () -> FileStamp
  private let onChange: @Sendable (Result<FileStamp, FileStorageError>) -> Void

  init(
    told: FileStamp,
    current: @escaping @Sendable () -> FileStamp,
    onChange: @escaping @Sendable (Result<FileStamp, FileStorageError>) -> Void
  ) {
    state = Mutex(State(told: told))
    self.current = current
    self.onChange = onChange
  }

  func check() {
    let begins = state.withLock { state in
      state.mustCheckAgain = true
      guard !state.isChecking
      else { return false }
      state.isChecking = true
      return true
    }
    guard begins else { return }
    while startRound() {
      let stamp = current()
      let isNews = state.withLock { state in
        guard !state.isCancelled, state.told != stamp
        else { return false }
        state.told = stamp
        return true
      }
      if isNews { onChange(.success(stamp)) }
    }
  }

  /// Reports that watching has ended.
  func fail(_ error: FileStorageError) {
    let isNews = state.withLock { state in
      defer { state.isCancelled = true }
      return !state.isCancelled
    }
    if isNews { onChange(.failure(error)) }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  private func startRound() -> Bool {
    state.withLock { state in
      state.isChecking = state.mustCheckAgain && !state.isCancelled
      state.mustCheckAgain = false
      return state.isChecking
    }
  }
}
