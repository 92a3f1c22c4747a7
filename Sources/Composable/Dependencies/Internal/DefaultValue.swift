import IssueReporting

extension DependencyValues {
  /// The cache that serves values which belong to no test; in a test process there is none.
  static let cacheOutsideTests: DependencyCache? = isTesting ? nil : .ofProcess

  /// The box of a key's value, if there is one to be had without computing it.
  @usableFromInline
  func box(of id: UInt) -> AnyDependencyBox? {
    overrides[id] ?? (cache ?? Self.cacheOutsideTests)?[id | context.tag]
  }

  /// The value of a key that is not overridden and not in the cache at hand.
  @usableFromInline @inline(never)
  func defaultValue<Key: TestDependencyKey>(_ key: Key.Type, access: DependencyAccess) -> Key.Value
  {
    guard let cache = cache ?? Self.cacheOutsideTests ?? TestCaches.current
    else {
      access.reportUnknownTest()
      return value(of: key, from: .ofProcess, access: access)
    }
    return value(of: key, from: cache, access: access)
  }

  private func value<Key: TestDependencyKey>(
    of key: Key.Type, from cache: DependencyCache, access: DependencyAccess
  ) -> Key.Value {
    let slot = Key.id | context.tag
    if let box = cache[slot] { return box.value(as: Key.Value.self) }
    let id = Evaluations.ValueID(cache: ObjectIdentifier(cache), value: slot)
    switch Evaluations.shared.begin(id, access, in: cache) {
    case .ready(let box):
      return box.value(as: Key.Value.self)
    case .cycle(let names):
      access.reportCycle(names)
      let request = DefaultValueRequest(access: access, isSetting: false, cycle: names)
      return DefaultValueRequest.$current.withValue(request) { Key.testValue }
    case .compute:
      defer { Evaluations.shared.finish(id) }
      return compute(key, for: cache, slot: slot, access: access)
    }
  }

  private func compute<Key: TestDependencyKey>(
    _ key: Key.Type, for cache: DependencyCache, slot: UInt, access: DependencyAccess
  ) -> Key.Value {
    let isSetting = if case .reading = purpose { false } else { true }
    let request = DefaultValueRequest(access: access, isSetting: isSetting)
    let value = Self.$_current.withValue(root(of: cache)) {
      DefaultValueRequest.$current.withValue(request) {
        switch context {
        case .live: liveValue(of: key, request: request)
        case .preview: Key.previewValue
        case .test: Key.testValue
        }
      }
    }
    // A value read only to be changed must not be kept where it would silence the issue that a
    // true read deserves, nor be in the way of the value being prepared.
    let isKept =
      switch purpose {
      case .reading: true
      case .setting: !request.isValueMissing
      case .preparing: false
      }
    if isKept { cache.set(DependencyBox(value), for: slot) }
    return value
  }

  /// What a default value sees: the cache it is for and nothing that a narrower scope overrides.
  private func root(of cache: DependencyCache) -> Self {
    var root = Self()
    root.overrides = cache.base
    root.cache = self.cache
    root.contextOverride = contextOverride
    return root
  }

  private func liveValue<Key: TestDependencyKey>(
    of key: Key.Type, request: DefaultValueRequest
  ) -> Key.Value {
    func live<LiveKey: DependencyKey>(_ key: LiveKey.Type) -> Key.Value? {
      LiveKey.liveValue as? Key.Value
    }
    guard let key = key as? any DependencyKey.Type, let value = live(key)
    else {
      request.liveValueIsMissing()
      return Key.testValue
    }
    return value
  }

  func prepare<Key: TestDependencyKey>(
    _ key: Key.Type, _ value: Key.Value, by preparation: UInt64, access: DependencyAccess
  ) {
    guard overrides[Key.id] == nil
    else { return access.reportUnusedPreparation(isOverridden: true) }
    let cache = cache ?? Self.cacheOutsideTests ?? TestCaches.current ?? .ofProcess
    guard cache.prepare(DependencyBox(value), for: Key.id | context.tag, by: preparation)
    else { return access.reportUnusedPreparation(isOverridden: false) }
  }
}
