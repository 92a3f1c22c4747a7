import ConcurrencyExtras
import Dependencies
import Dispatch
import Foundation
import IssueReporting
import Synchronization

/// The tie of a shared value to a key.
final class KeyPersistence<Key: SharedReaderKey>: Persistence, @unchecked Sendable {
  // Unchecked for properties set by the thread that starts the key, and for those used only within
  // an access of the core.
  typealias Value = Key.Value

  private let key: Key
  private let writableKey: (any SharedKey<Key.Value>)?
  // The core owns this.
  private weak var core: StoredCore<Key.Value>?

  private let hasStarted = Atomic(false)
  /// Set by the thread that starts the key.
  private var subscription: SharedSubscription?
  private let loadCount = Atomic(0)
  /// The number of saves begun.
  private let saveCount = SaveCounter()
  private let pendingSaves: PendingSaves

  // Within an access of the core.
  private var hasChanges = false
  private var turn: SaveTurn?
  private var isPending = false
  private var waiting: [@Sendable (Result<Void, any Error>) -> Void] = []

  init(_ key: Key, core: StoredCore<Key.Value>) {
    @Dependency(\.pendingSaves) var pendingSaves
    self.key = key
    writableKey = key as? any SharedKey<Key.Value>
    self.core = core
    self.pendingSaves = pendingSaves
  }

  var keyID: AnyHashable { AnyHashable(key.id) }
  var keyDescription: String { String(reflecting: key) }

  // MARK: - Loading

  func start(loads: Bool) {
    while !hasStarted.load(ordering: .acquiring) {
      let outcome = keyStarts.run(ObjectIdentifier(self), ()) {
        guard !hasStarted.load(ordering: .relaxed), let core
        else { return }
        startNow(core, loads: loads)
      }
      switch outcome {
      // A key whose `load` reads a value that is shared by the same key gets the default.
      case .ran, .cycle: return
      case .waited: continue
      }
    }
  }

  private func startNow(_ core: StoredCore<Key.Value>, loads: Bool) {
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
    let number = beginLoad()
    key.load(
      context: context,
      continuation: LoadContinuation(name: "The LoadContinuation of \(key)") { [weak core] in
        guard core?.endLoad(number) == true, case .result(let result) = $0
        else { return }
        core?.receive(result, keepsValueWithoutOne: true)
      })
  }

  func load(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    let key = key
    let number = beginLoad()
    key.load(
      context: .userInitiated,
      continuation: LoadContinuation(name: "The LoadContinuation of \(key)") { [weak core] in
        let isNews = core?.endLoad(number) == true
        switch $0 {
        case .unchanged, .dropped:
          completion(.success(()))
        case .result(let result):
          if isNews { core?.receive(result) }
          completion(result.map { _ in })
        }
      })
  }

  private func beginLoad() -> Int {
    core?.updateStatus(.isLoading) { $0.loads += 1 }
    return loadCount.add(1, ordering: .relaxed).newValue
  }

  // MARK: - Saving

  func noteChange() -> SaveTurn? {
    guard writableKey != nil
    else { return nil }
    hasChanges = true
    return takeTurn()
  }

  func save(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    guard writableKey != nil, let core
    else { return completion(.success(())) }
    let turn = core.withAccess {
      waiting.append(completion)
      return takeTurn()
    }
    if let turn { saveChanges(turn) }
  }

  /// One thread at a time saves. Others leave their changes to it, so that the key gets values in
  /// the order of the changes.
  private func takeTurn() -> SaveTurn? {
    guard turn != nil
    else {
      turn = SaveTurn()
      return turn
    }
    if !isPending {
      isPending = true
      pendingSaves.insert(self)
    }
    return nil
  }

  func saveChanges(_ turn: SaveTurn) {
    guard let core
    else { return }
    turn.run {
      while let job = core.withAccess({ nextJob(core, turn) }) { perform(job) }
    }
  }

  private func perform(_ job: Job) {
    guard let writableKey
    else { return }
    let (number, completions, saveCount) = (saveCount.next(), job.completions, saveCount)
    // A load error during the save has the new location of the replaced file.
    let loadError = core?.status.loadErrorNumber ?? 0
    writableKey.save(
      job.value, context: completions.isEmpty ? .didSet : .userInitiated,
      continuation: SaveContinuation(name: "The SaveContinuation of \(writableKey)") {
        [weak core] result in
        if let core {
          core.updateStatus(.saveError) { $0.endSave(number, result.error) }
          if result.error == nil { core.updateStatus(.loadError) { $0.endLoadError(loadError) } }
        } else if let error = result.error, completions.isEmpty, saveCount.latest == number {
          reportUnsavedValue(of: writableKey, error)
        }
        for completion in completions { completion(result) }
      })
  }

  private struct Job {
    let value: Key.Value
    let completions: [@Sendable (Result<Void, any Error>) -> Void]
  }

  private func nextJob(_ core: StoredCore<Key.Value>, _ current: SaveTurn) -> Job? {
    // A thread that ends the program may have begun another turn.
    guard turn === current
    else { return nil }
    guard hasChanges || !waiting.isEmpty
    else {
      turn = nil
      if isPending { pendingSaves.remove(self) }
      isPending = false
      current.end()
      return nil
    }
    defer {
      hasChanges = false
      waiting = []
    }
    return Job(value: core.value.pointee, completions: waiting)
  }
}

extension KeyPersistence: PendingSave {
  /// Passes the remaining saves to the thread that saves.
  ///
  /// If that is this thread, an observer that it notified is ending the process, and will not
  /// return.
  func flush(beforeEnd isEnding: Bool) {
    guard let core
    else { return }
    // If code ends the process while it changes the value, the unfinished change is not saved.
    let current =
      isEnding
      ? core.access(withinSeconds: PendingSaves.patience) { turn } : core.access { turn }
    guard let turn = current ?? nil
    else { return }
    if turn.includesCaller {
      if isEnding { saveChanges(turn) }
    } else if !isEnding {
      turn.waitForEnd()
    } else if !turn.waitForEnd(until: .now() + .seconds(PendingSaves.patience)) {
      takeOver(core)
    }
  }

  /// Saves instead of a thread that doesn't return from an observer: it may be ending the program
  /// itself, and waiting for this thread.
  private func takeOver(_ core: StoredCore<Key.Value>) {
    let new = SaveTurn()
    let interrupted = core.access(withinSeconds: PendingSaves.patience) {
      defer { turn = new }
      return turn
    }
    guard let interrupted
    else { return }
    saveChanges(new)
    interrupted?.end()
  }
}

/// The keys that are being started: a key's `load` may use other shared values, and start their keys.
private let keyStarts = SingleRuns<ObjectIdentifier, Void>()

/// Numbers the saves.
private final class SaveCounter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  var latest: Int { count.load(ordering: .relaxed) }
}

/// Reports the `saveError` if no code is left to read it.
private func reportUnsavedValue(of key: some SharedReaderKey, _ error: any Error) {
  reportIssue(
    """
    The last change of \(key) could not be saved, and nobody has the value any more: it is lost. \
    Keep the shared value until it is saved, or wait for 'save()'. The error: \(error)
    """)
}

extension StoredCore {
  /// Takes note that a load has ended, and returns whether its result is news.
  fileprivate func endLoad(_ number: Int) -> Bool {
    var isNews = false
    updateStatus(.isLoading) {
      $0.loads -= 1
      isNews = $0.endLoad(number)
    }
    return isNews
  }

  /// Takes a value that a key has loaded or found changed.
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
