import FileStorage
import Foundation
import POSIX

/// Keeps one file and the shared value that belongs to it alike.
///
/// Stores only the base of a merge. For a save, it gets the value from the reference, so that
/// changing a large value copies nothing.
final class FileDocument<Value: Sendable>: FileWorker {
  let url: URL
  let files: FileStorage
  let schedule: SaveSchedule
  private let file: ValueFile<Value>
  private let merge: ThreeWayMerge<Value>?
  private let state = Mutex(State())

  private struct State {
    /// The origin of the value in memory.
    var known = Known()
    /// The value of a file that is missing.
    var initialValue: Value?
    var subscriber: SharedSubscriber<Value>?
    /// Keeps an otherwise unused value alive until it is saved.
    var unsaved: (any SharedValueAccess<Value>)?
    /// Values to save if there is no reference.
    var passed: PassedValues<Value>?
  }

  private struct Known {
    /// The file's stamp; `nil` if it could not be read.
    var stamp: FileStamp?
    /// The reference's version when value and file were the same; `nil` when they are not.
    var version: UInt64?
    /// The file's value, if a merge needs it.
    var base: Value?
  }

  init(
    url: URL, files: FileStorage, coding: FileCoding<Value>, merge: ThreeWayMerge<Value>?
  ) {
    self.url = url
    self.files = files
    schedule = SaveSchedule(files: files)
    file = ValueFile(files: files, url: url, coding: coding)
    self.merge = merge
  }

  // MARK: - Requests by the key

  /// Reads the file for a reference that is being made.
  func load(initialValue: Value) throws -> Value? {
    let base = merge == nil ? nil : initialValue
    state.withLock { state in
      state.initialValue = initialValue
      state.known = Known(stamp: nil, version: nil, base: base)
    }
    let (stamp, value) = try read()
    recordBase(stamp, version: nil, base: value ?? initialValue)
    return value
  }

  /// Reads the file on request.
  func reload(_ continuation: LoadContinuation<Value>) {
    guard state.withLock({ $0.subscriber })?.reference != nil
    else {
      // The shared value may be made from it.
      return continuation.resume(
        with: Result {
          let (stamp, value) = try read()
          if let value { recordBase(stamp, version: nil, base: value) }
          return value
        })
    }
    // Our unsaved changes are kept.
    request(hasPendingSave ? [.save, .reload] : .reload) { [weak self] outcome in
      switch outcome.loaded {
      case .success:
        if let value = self?.access?.snapshot()?.value {
          continuation.resumeWithoutChange(value)
        } else {
          continuation.resumeReturningInitialValue()
        }
      case .failure(let error): continuation.resume(throwing: error)
      }
    }
  }

  /// Takes the changes of others in, from now on.
  func subscribe(
    initialValue: Value?, _ subscriber: SharedSubscriber<Value>
  ) throws -> FileSubscription {
    let access = subscriber.reference
    let stamp = state.withLock { state in
      if let initialValue { state.initialValue = initialValue }
      state.subscriber = subscriber
      state.passed = nil
      state.known.version = access?.snapshot()?.version
      return state.known.stamp
    }
    return try files.subscribe(to: url, since: stamp) { [weak self] result in
      switch result {
      case .success: self?.fileDidChange()
      case .failure(let error): subscriber.yield(throwing: error)
      }
    }
  }

  /// Notes that the value has changed.
  func valueDidChange(_ value: Value) {
    state.withLock { state in
      if let reference = state.subscriber?.reference {
        state.unsaved = reference
      } else if let passed = state.passed {
        passed.pass(value)
      } else {
        state.passed = PassedValues(value, subscriber: state.subscriber)
      }
    }
  }

  // MARK: - Work

  func perform(_ work: FileWork) -> FileOutcome {
    var outcome = FileOutcome()
    if work.contains(.save), let access {
      outcome.saved = Result { try save(access) }
      if outcome.leavesUnsaved { state.withLock { $0.unsaved = access } }
      if case .success = outcome.saved { access.valueIsSaved() }
    }
    if work.contains(.reload), outcome.leavesUnsaved {
      // Loading would lose the changes that could not be saved.
      outcome.loaded = outcome.saved
    } else if !work.isDisjoint(with: [.read, .reload]) {
      outcome.loaded = Result { try takeIn(always: work.contains(.reload)) }
    }
    return outcome
  }

  func waitForFile() {
    try? files.withLock(on: url) {}
  }

  private var access: (any SharedValueAccess<Value>)? {
    state.withLock { $0.unsaved ?? $0.subscriber?.reference ?? $0.passed }
  }

  private func save(_ access: any SharedValueAccess<Value>) throws {
    // Later changes belong to the next save.
    state.withLock { $0.unsaved = nil }
    let known = state.withLock { $0.known }
    let ending = try files.withLock(on: url) { () throws -> WriteOutcome in
      guard let mine = access.snapshot()
      else { return .postponed }
      let stamp = try files.stamp(of: url)
      if stamp == known.stamp || stamp.isMissing && merge == nil { return try write(mine) }
      guard let theirs = try readAgain()
      else { return try write(mine) }
      guard let merge
      else { return .conflict(theirs.stamp, theirs.value) }
      let base = known.base ?? theirs.value
      let merged = try merge(base: base, mine: mine.value, theirs: theirs.value)
      return .merged(try file.write(merged), merged, mine: mine)
    }
    switch ending {
    case .postponed: break
    case .written(let write):
      if let failure = write.failure { throw failure }
    case .merged(let write, let merged, let mine):
      try apply(merged, from: mine, to: access, stamp: write.stamp)
      if let failure = write.failure { throw failure }
    case .conflict(let stamp, let theirs):
      throw FileConflictError(url: url, rejected: reject(theirs, stamp, access))
    }
  }

  private enum WriteOutcome {
    case conflict(FileStamp, Value)
    case merged(FileReplacement, Value, mine: SharedValueSnapshot<Value>)
    /// The value is being changed by this thread. It is saved when that is done.
    case postponed
    case written(FileReplacement)
  }

  private func write(_ mine: SharedValueSnapshot<Value>) throws -> WriteOutcome {
    let write = try file.write(mine.value)
    recordBase(write.stamp, version: mine.version, base: mine.value)
    return .written(write)
  }

  private func recordBase(_ stamp: FileStamp?, version: UInt64?, base: Value?) {
    state.withLock {
      $0.known = Known(stamp: stamp, version: version, base: merge == nil ? nil : base)
    }
  }

  /// Loads the file's new value, merged with concurrent changes in memory.
  private func apply(
    _ merged: Value, from mine: SharedValueSnapshot<Value>,
    to access: any SharedValueAccess<Value>, stamp: FileStamp
  ) throws {
    var (next, version, isClean) = (merged, mine.version, true)
    while true {
      let new = access.replace(with: next, ifVersion: version) {
        recordBase(stamp, version: isClean ? $0 : nil, base: merged)
      }
      if new != nil { return }
      guard let now = access.snapshot()
      else { return }
      do {
        next = try merge?(base: mine.value, mine: now.value, theirs: merged) ?? merged
      } catch {
        // The next save retries, from the value's origin.
        recordBase(nil, version: nil, base: mine.value)
        throw error
      }
      (version, isClean) = (now.version, false)
    }
  }

  /// Puts the file's value into memory in place of ours.
  ///
  /// - Returns: Ours.
  private func reject(
    _ theirs: Value, _ stamp: FileStamp, _ access: any SharedValueAccess<Value>
  ) -> Value {
    while let mine = access.snapshot() {
      let new = access.replace(with: theirs, ifVersion: mine.version) {
        recordBase(stamp, version: $0, base: theirs)
      }
      if new != nil { return mine.value }
    }
    return theirs
  }

  /// Takes the file's value over, if it is news.
  private func takeIn(always: Bool) throws {
    let (known, subscriber) = state.withLock { ($0.known, $0.subscriber) }
    do {
      guard try always || files.stamp(of: url) != known.stamp
      else { return }
      let (stamp, value) = try read()
      if let access {
        try apply(value, stamp, known, to: access, always: always)
      } else {
        // The code that made the subscriber by hand looks after the value.
        recordBase(stamp, version: nil, base: value)
        subscriber?.yield(with: .success(value))
      }
    } catch {
      subscriber?.yield(throwing: error)
      throw error
    }
  }

  /// Loads the file's value, unless we have changed ours first.
  private func apply(
    _ value: Value?, _ stamp: FileStamp, _ known: Known,
    to access: any SharedValueAccess<Value>, always: Bool
  ) throws {
    guard let theirs = value ?? state.withLock({ $0.initialValue })
    else { return }
    while let mine = access.snapshot() {
      let isClean = always || mine.version == known.version
      var next = theirs
      if !isClean {
        // Our change is not saved yet. Without a merge, the save will find the conflict, or
        // recreate a deleted file.
        guard let merge, let base = known.base
        else { return }
        next = try merge(base: base, mine: mine.value, theirs: theirs)
      }
      let new = access.replace(with: next, ifVersion: mine.version) {
        recordBase(stamp, version: isClean ? $0 : nil, base: theirs)
      }
      if new != nil { return }
    }
  }

  // MARK: - Reading

  /// The file's value, `nil` if the file is missing or empty.
  private func read(isLocked: Bool = false) throws -> (FileStamp, Value?) {
    do {
      return try file.read(isLocked: isLocked)
    } catch let error as UnreadableFileError where error.keptAt != nil {
      // A missing file is not a change then.
      state.withLock { $0.known.stamp = .missing }
      throw error
    }
  }

  /// The file's value, when it is locked and to be replaced; `nil` if nothing is lost by that.
  /// With a merge, a missing or empty file has the default.
  private func readAgain() throws -> (stamp: FileStamp, value: Value)? {
    do {
      let (stamp, value) = try read(isLocked: true)
      let standIn = merge == nil ? nil : state.withLock { $0.initialValue }
      return (value ?? standIn).map { (stamp, $0) }
    } catch let error as UnreadableFileError where error.keptAt != nil {
      state.withLock { $0.subscriber }?.yield(throwing: error)
      return nil
    }
  }
}
