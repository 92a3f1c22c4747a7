/// The core of a shared value, and the value itself.
final class StoredCore<Value>: ReferenceCore, @unchecked Sendable {
  // Unchecked, because the value is used under the lock only, and the rest is set before anybody
  // but its maker has the core.

  /// The value. To be used under the lock.
  let value: UnsafeMutablePointer<Value>
  /// What the value was at first, for a key that has none, and for code that asks for the value
  /// while it is being changed on the same thread.
  let firstValue: Value
  private(set) var persistence: Persistence<Value>?
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

  /// Ties the value to its key. Called once, before anybody else has the core.
  func tie(to persistence: Persistence<Value>, onEnd: @escaping () -> Void) {
    self.persistence = persistence
    self.onEnd = onEnd
  }

  override var valueType: any Any.Type { Value.self }
  override var saver: (any ReferenceSaver)? { persistence }
  override var rawValue: UnsafeRawPointer { UnsafeRawPointer(value) }
  override func takePicture() -> ValuePicture { ValuePicture(value.pointee) }

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
  func replace(_ newValue: Value) {
    SharedChangeTracker.inForce?.willChange(self)
    guard lock.lock()
    else {
      reportReentrantLoad()
      return
    }
    var change = observers.isEmpty ? nil : ObservedChange(core: self, path: [])
    var old = newValue
    swap(&value.pointee, &old)
    change?.readAfter()
    noteVersion()
    lock.unlock()
    guard let change, !(equality(of: Value.self)?(old, newValue) ?? false)
    else { return }
    change.tell()
  }
}
