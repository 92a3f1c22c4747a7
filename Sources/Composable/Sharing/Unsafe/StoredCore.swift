/// The core of a shared value, and the value itself.
final class StoredCore<Value>: ReferenceCore, @unchecked Sendable {
  // Unchecked for the value, which is used under the lock only, and for what is set before the core
  // is shared.

  /// The value. To be used under the lock.
  let value: UnsafeMutablePointer<Value>
  /// What the value was at first, for a key that has none, and for code that changes the value
  /// while it is being changed on the same thread.
  let firstValue: Value
  private(set) var persistence: (any Persistence<Value>)?
  private var onEnd: (() -> Void)?

  init(_ first: Value, site: SourceSite) {
    value = .allocate(capacity: 1)
    value.initialize(to: first)
    firstValue = first
    super.init(site: site)
  }

  deinit {
    onEnd?()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Ties the value to its key. Called once, before the core is shared.
  func tie(to persistence: any Persistence<Value>, onEnd: @escaping () -> Void) {
    self.persistence = persistence
    self.onEnd = onEnd
  }

  override var valueType: any Any.Type { Value.self }
  override var saver: (any ReferenceSaver)? { persistence }
  override var rawValue: UnsafeRawPointer { UnsafeRawPointer(value) }
  override func copyValue() -> ValueCopy { ValueCopy(value.pointee) }

  override func load() async throws {
    guard let persistence
    else { return }
    try await withCheckedThrowingContinuation { continuation in
      persistence.load { continuation.resume(with: $0) }
    }
  }

  override func save() async throws {
    guard let persistence
    else { return }
    try await withCheckedThrowingContinuation { continuation in
      persistence.save { continuation.resume(with: $0) }
    }
  }

  /// Replaces the value with one that came from its key, and is not saved.
  ///
  /// - Parameters:
  ///   - newValue: The new value.
  ///   - version: If given, the value is replaced only if it is still of this version.
  ///   - note: Gets the new version before observers are told.
  /// - Returns: The new version; `nil` if the value was not replaced.
  @discardableResult
  func replace(
    _ newValue: Value, ifVersion version: UInt64? = nil, thenNote note: (UInt64) -> Void = { _ in }
  ) -> UInt64? {
    guard lock.lockUnlessHeld()
    else {
      reportReentrantLoad()
      return nil
    }
    guard version == nil || version == self.version
    else {
      lock.unlock()
      return nil
    }
    if case .tracking(let tracker) = TrackingScope.current { tracker.willChange(self) }
    var change = observers.isEmpty ? nil : ObservedChange(core: self, path: [])
    var old = newValue
    swap(&value.pointee, &old)
    change?.readAfter()
    noteVersion()
    let newVersion = self.version
    lock.unlock()
    note(newVersion)
    if let change, areEqual(old, newValue) != true { change.tell() }
    return newVersion
  }
}
