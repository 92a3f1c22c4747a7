/// The core of a shared value, and the value itself.
final class StoredCore<Value>: ReferenceCore, @unchecked Sendable {
  // Unchecked for the value, which is only used within an access, and for properties set before the
  // core is shared.

  @exclusivity(unchecked) private var stored: Value
  /// The value. To be used within an access.
  ///
  /// A stored property of an object doesn't move, so its address is valid for as long as the object
  /// exists. Separate memory would have to be allocated for each value.
  var value: UnsafeMutablePointer<Value> {
    // A pointer of the value's type would be looked up by that type on its way out of the closure.
    withUnsafeMutablePointer(to: &stored) { UnsafeMutableRawPointer($0) }
      .assumingMemoryBound(to: Value.self)
  }
  /// The initial value, for a key without one, and for code that changes the value while it is
  /// being changed on the same thread.
  let firstValue: Value
  private(set) var persistence: (any Persistence<Value>)?
  /// The key as in source code, if a key has the value.
  private let inMemoryKey: (any CustomStringConvertible)?
  private var onEnd: (() -> Void)?

  /// - Parameter key: The key of a value in memory, which ties it to nothing outside.
  init(_ first: Value, site: SourceSite, key: (any CustomStringConvertible)? = nil) {
    inMemoryKey = key
    stored = first
    firstValue = first
    super.init(site: site)
  }

  deinit {
    onEnd?()
  }

  /// Ties the value to its key. Called once, before the core is shared.
  func tie(to persistence: any Persistence<Value>, onEnd: @escaping () -> Void) {
    self.persistence = persistence
    self.onEnd = onEnd
  }

  var keyDescription: String? { persistence?.keyDescription ?? inMemoryKey?.description }

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

  /// Replaces the value with one from its key, without saving it.
  ///
  /// - Parameters:
  ///   - newValue: The new value.
  ///   - version: If given, the value is replaced only if it is still of this version.
  ///   - note: Receives the new version before observers are notified.
  /// - Returns: The new version; `nil` if the value was not replaced.
  @discardableResult
  func replace(
    _ newValue: Value, ifVersion version: UInt64? = nil, thenNote note: (UInt64) -> Void = { _ in }
  ) -> UInt64? {
    var change: ObservedChange?
    // The replaced value is released after the access.
    var old = newValue
    let outcome = access { () -> UInt64? in
      guard version == nil || version == self.version
      else { return nil }
      if case .tracking(let tracker) = TrackingScope.current { tracker.willChange(self) }
      change = observersIfAny.map { ObservedChange(core: self, $0, path: [], isInPlace: false) }
      swap(&value.pointee, &old)
      change?.readAfter()
      noteVersion()
      return self.version
    }
    guard let outcome
    else {
      reportReentrantLoad()
      return nil
    }
    guard let newVersion = outcome
    else { return nil }
    note(newVersion)
    if let change, areEqual(old, newValue) != true { change.tell() }
    return newVersion
  }
}
