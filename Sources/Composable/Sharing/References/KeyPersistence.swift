import ConcurrencyExtras
import IssueReporting
import Synchronization

/// The tie of a shared value to a key.
final class KeyPersistence<Key: SharedReaderKey>: Persistence<Key.Value>, @unchecked Sendable {
  // Unchecked: what changes is guarded as said beside it.
  private let key: Key
  private let writableKey: (any SharedKey<Key.Value>)?
  // The core owns this.
  private weak var core: StoredCore<Key.Value>?

  private let startLock = Lock()
  private let hasStarted = Atomic(false)
  /// Guarded by the start lock.
  private var subscription: SharedSubscription?

  // Guarded by the core's lock.
  private var hasChanges = false
  private var isSaving = false
  private var waiting: [@Sendable (Result<Void, any Error>) -> Void] = []

  init(_ key: Key, core: StoredCore<Key.Value>) {
    self.key = key
    writableKey = key as? any SharedKey<Key.Value>
    self.core = core
  }

  // MARK: - Loading

  override func start(loads: Bool) {
    // A key whose `load` reads a value that is shared by the same key gets the default.
    guard !hasStarted.load(ordering: .acquiring), startLock.lockUnlessHeld()
    else { return }
    defer { startLock.unlock() }
    guard !hasStarted.load(ordering: .relaxed), let core
    else { return }
    let context = LoadContext.initialValue(core.firstValue)
    if loads { loadFirst(core, context) }
    subscription = key.subscribe(
      context: context,
      subscriber: SharedSubscriber { [weak core] in
        core?.updateStatus(.isLoading) { $0.sourceIsLoading = false }
        core?.receive($0)
      } onLoading: { [weak core] isLoading in
        core?.updateStatus(.isLoading) { $0.sourceIsLoading = isLoading }
      } access: { [weak core] in
        core
      })
    hasStarted.store(true, ordering: .releasing)
  }

  private func loadFirst(_ core: StoredCore<Key.Value>, _ context: LoadContext<Key.Value>) {
    let key = key
    core.updateStatus(.isLoading) { $0.loads += 1 }
    key.load(
      context: context,
      continuation: LoadContinuation(name: "The LoadContinuation of \(key)") { [weak core] in
        core?.updateStatus(.isLoading) { $0.loads -= 1 }
        if case .result(let result) = $0 { core?.receive(result, keepsValueWithoutOne: true) }
      })
  }

  override func load(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    core?.updateStatus(.isLoading) { $0.loads += 1 }
    let key = key
    key.load(
      context: .userInitiated,
      continuation: LoadContinuation(name: "The LoadContinuation of \(key)") { [weak core] in
        core?.updateStatus(.isLoading) { $0.loads -= 1 }
        switch $0 {
        case .unchanged, .dropped:
          completion(.success(()))
        case .result(let result):
          core?.receive(result)
          completion(result.map { _ in })
        }
      })
  }

  // MARK: - Saving

  override func noteChange() -> Bool {
    guard writableKey != nil
    else { return false }
    hasChanges = true
    return takeTurn()
  }

  override func save(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    guard writableKey != nil, let core
    else { return completion(.success(())) }
    let isMyTurn = core.lock.withLock {
      waiting.append(completion)
      return takeTurn()
    }
    if isMyTurn { saveChanges() }
  }

  /// One thread at a time saves. Others leave their changes to it, so that the key gets values in
  /// the order of the changes.
  private func takeTurn() -> Bool {
    defer { isSaving = true }
    return !isSaving
  }

  override func saveChanges() {
    guard let core, let writableKey
    else { return }
    while let job = core.lock.withLock({ nextJob(core) }) {
      let completions = job.completions
      writableKey.save(
        job.value, context: completions.isEmpty ? .didSet : .userInitiated,
        continuation: SaveContinuation(name: "The SaveContinuation of \(writableKey)") {
          [weak core] result in
          if let core {
            core.setSaveError(result.error)
          } else if let error = result.error, completions.isEmpty {
            reportUnsavedValue(of: writableKey, error)
          }
          for completion in completions { completion(result) }
        })
    }
  }

  private struct Job {
    let value: Key.Value
    let completions: [@Sendable (Result<Void, any Error>) -> Void]
  }

  private func nextJob(_ core: StoredCore<Key.Value>) -> Job? {
    guard hasChanges || !waiting.isEmpty
    else {
      isSaving = false
      return nil
    }
    defer {
      hasChanges = false
      waiting = []
    }
    return Job(value: core.value.pointee, completions: waiting)
  }
}

/// Reports what a `saveError` would say, if anybody were left to read it.
private func reportUnsavedValue(of key: some SharedReaderKey, _ error: any Error) {
  reportIssue(
    """
    The last change of \(key) could not be saved, and nobody has the value any more: it is lost. \
    Keep the shared value until it is saved, or wait for 'save()'. The error: \(error)
    """)
}

extension StoredCore {
  /// Takes what a key has loaded or found changed.
  fileprivate func receive(
    _ result: Result<Value?, any Error>, keepsValueWithoutOne: Bool = false
  ) {
    switch result {
    case .success(let value):
      if let value { replace(value) } else if !keepsValueWithoutOne { replace(firstValue) }
      setLoadError(nil)
    case .failure(let error):
      setLoadError(error)
    }
  }
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
