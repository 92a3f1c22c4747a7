import FileStorage
import Foundation
import POSIX

/// The values of one suite: in memory, and in a file that other processes use, too.
///
/// All users of the store are notified of a change before the call that makes it returns. The file
/// is read once, and again when others change it. A write merges our changes, key by key, into the
/// current file under its lock, so that no process's keys are lost.
final class SuiteStore: FileWorker {
  typealias Observer = @Sendable () -> Void
  typealias Values = [String: StoredValue]

  let schedule = SaveSchedule()
  /// `nil` for a suite in memory.
  private let file: ValueFile<Values>?
  private let state = Mutex(State())

  private struct State {
    var values: [String: StoredValue] = [:]
    /// The registered defaults.
    var registered: [String: StoredValue] = [:]
    /// The defaults of shared values that were never set. They are read like values, and not
    /// written, so that a later version of the program can change them.
    var defaults: [String: StoredValue] = [:]
    /// The changes that are not in the file yet; an inner `nil` for a removal.
    var unsaved: [String: StoredValue?] = [:]
    var observers: [String: [UInt64: Observer]] = [:]
    var nextID: UInt64 = 0
    var stamp: FileStamp?
    var isOpen = false
    var subscription: FileSubscription?
    var loadError: (any Error)?
    /// The reason why changes by others are not observed.
    var watchError: (any Error)?

    func value(for key: String) -> StoredValue? { values[key] ?? defaults[key] ?? registered[key] }

    var allObservers: [Observer] { observers.values.flatMap(\.values) }
  }

  init(file: (files: FileStorage, url: URL)?) {
    self.file = file.map { ValueFile(files: $0.files, url: $0.url, coding: .propertyList) }
  }

  deinit { state.withLock { $0.subscription }?.cancel() }

  /// The file's identity; `nil` for a suite in memory.
  var path: String? { file.map { $0.files.identity(of: $0.url) } }

  // MARK: - Values

  /// A value, and the error if it is missing.
  func value(for key: String) -> (value: StoredValue?, error: (any Error)?) {
    open()
    return state.withLock { state in
      (state.value(for: key), state.loadError ?? state.watchError)
    }
  }

  var allValues: [String: StoredValue] {
    open()
    return state.withLock {
      $0.registered.merging($0.defaults) { $1 }.merging($0.values) { $1 }
    }
  }

  func register(_ values: [String: StoredValue]) {
    state.withLock { $0.registered.merge(values) { $1 } }
  }

  /// Sets the value read while none is stored, without writing it.
  ///
  /// - Returns: The observers to call once no lock is held.
  func setDefault(_ value: StoredValue, for key: String) -> [Observer] {
    open()
    return state.withLock { state in
      guard state.value(for: key) == nil
      else { return [] }
      state.defaults[key] = value
      return state.observers[key].map { Array($0.values) } ?? []
    }
  }

  /// Changes a value. A shared value set to `nil` does not return to its default.
  ///
  /// - Parameter source: The observer that is not notified.
  /// - Returns: The observers to call once no lock is held; `nil` if nothing has changed.
  func put(_ value: StoredValue?, for key: String, source: UInt64? = nil) -> [Observer]? {
    open()
    return state.withLock { state in
      let endsDefault = value == nil && source != nil && state.defaults[key] != nil
      guard state.values[key] != value || endsDefault
      else { return nil }
      if endsDefault { state.defaults[key] = nil }
      if file != nil, state.values[key] != value { state.unsaved[key] = .some(value) }
      state.values[key] = value
      return state.observers[key]?.filter { $0.key != source }.map(\.value) ?? []
    }
  }

  /// Changes a value, notifies its observers, and writes it.
  func set(_ value: StoredValue?, for key: String) {
    guard let observers = put(value, for: key)
    else { return }
    for observer in observers { observer() }
    valueDidChange { _ in }
  }

  // MARK: - Observers

  func observe(_ key: String, _ observer: @escaping Observer) -> UInt64 {
    state.withLock { state in
      state.nextID += 1
      state.observers[key, default: [:]][state.nextID] = observer
      return state.nextID
    }
  }

  func remove(_ observer: UInt64, of key: String) {
    let removed = state.withLock { state in
      let removed = state.observers[key]?.removeValue(forKey: observer)
      if state.observers[key]?.isEmpty == true { state.observers[key] = nil }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  // MARK: - The file

  /// Reads the file for the first time, and watches it from then on.
  private func open() {
    guard let file, !state.withLock({ $0.isOpen })
    else { return }
    let loaded = Result { try read(file) }
    let isFirst = state.withLock { state in
      guard !state.isOpen
      else { return false }
      state.isOpen = true
      switch loaded {
      case .success(let (stamp, values)): (state.stamp, state.values) = (stamp, values)
      case .failure(let error): state.loadError = error
      }
      return true
    }
    guard isFirst
    else { return }
    // The caller that opens it asks for a value, and gets the error with it.
    watch(file)
  }

  /// Starts to watch the file, if it is not watched.
  ///
  /// - Returns: The observers to notify that the error is cleared.
  @discardableResult
  private func watch(_ file: ValueFile<Values>) -> [Observer] {
    guard let stamp = state.withLock({ $0.subscription == nil ? $0.stamp ?? .missing : nil })
    else { return [] }
    let watch = Result {
      try file.files.subscribe(to: file.url, since: stamp) { [weak self] in
        switch $0 {
        case .success: self?.fileDidChange()
        case .failure(let error): self?.watchDidEnd(error)
        }
      }
    }
    return state.withLock { state in
      switch watch {
      case .failure(let error):
        state.watchError = error
        return []
      case .success(let subscription):
        let hadError = state.watchError != nil
        (state.subscription, state.watchError) = (subscription, nil)
        return hadError ? state.allObservers : []
      }
    }
  }

  private func watchDidEnd(_ error: any Error) {
    let (observers, ended) = state.withLock { state in
      let ended = state.subscription
      (state.subscription, state.watchError) = (nil, error)
      return (state.allObservers, ended)
    }
    withExtendedLifetime(ended) {}
    for observer in observers { observer() }
  }

  func waitForFile() {
    guard let file
    else { return }
    try? file.files.withLock(on: file.url) {}
  }

  func perform(_ work: FileWork) -> FileOutcome {
    guard let file
    else { return FileOutcome() }
    for observer in watch(file) { observer() }
    var outcome = FileOutcome()
    if work.contains(.save) { outcome.saved = Result { try save(file) } }
    if !work.isDisjoint(with: [.read, .reload]) {
      outcome.loaded = Result { try takeIn(file) }
    }
    return outcome
  }

  private func save(_ file: ValueFile<Values>) throws {
    let changes = state.withLock { state in
      defer { state.unsaved = [:] }
      return state.unsaved
    }
    guard !changes.isEmpty
    else { return }
    do {
      let (write, values) = try file.files.withLock(on: file.url) {
        var values = try currentValues(file)
        for (key, value) in changes { values[key] = value }
        return (try file.write(values), values)
      }
      adopt(values, write.stamp)
      if let failure = write.failure { throw failure }
    } catch {
      // They are tried again with the next change.
      state.withLock { $0.unsaved.merge(changes) { newer, _ in newer } }
      throw error
    }
  }

  /// The file's content, without reading it if known.
  private func currentValues(_ file: ValueFile<Values>) throws -> Values {
    let (stamp, known) = state.withLock { ($0.stamp, $0.values) }
    if try stamp == file.files.stamp(of: file.url) { return known }
    do {
      return try read(file, isLocked: true).values
    } catch let error as UnreadableFileError where error.keptAt != nil {
      // The known content is the last that could be decoded.
      return known
    }
  }

  private func takeIn(_ file: ValueFile<Values>) throws {
    guard try file.files.stamp(of: file.url) != state.withLock({ $0.stamp })
    else { return }
    do {
      let (stamp, values) = try read(file)
      adopt(values, stamp)
    } catch {
      let observers = state.withLock { state in
        state.loadError = error
        return state.allObservers
      }
      for observer in observers { observer() }
      throw error
    }
  }

  /// Takes over the file's values, except for keys that we have changed since.
  private func adopt(_ new: [String: StoredValue], _ stamp: FileStamp) {
    let observers = state.withLock { state -> [Observer] in
      var new = new
      for (key, value) in state.unsaved { new[key] = value }
      let changed = state.observers.keys.filter { state.values[$0] != new[$0] }
      let concerned = state.loadError == nil ? Array(changed) : Array(state.observers.keys)
      state.values = new
      state.stamp = stamp
      state.loadError = nil
      return concerned.flatMap { state.observers[$0].map { Array($0.values) } ?? [] }
    }
    for observer in observers { observer() }
  }

  private func read(
    _ file: ValueFile<Values>, isLocked: Bool = false
  ) throws -> (stamp: FileStamp, values: Values) {
    do {
      let (stamp, values) = try file.read(isLocked: isLocked)
      return (stamp, values ?? [:])
    } catch let error as UnreadableFileError where error.keptAt != nil {
      // The missing file is then not reported as a change, and its former values are kept.
      state.withLock { $0.stamp = .missing }
      throw error
    }
  }
}
