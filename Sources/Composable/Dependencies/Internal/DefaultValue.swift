import IssueReporting

extension DependencyValues {
  /// The cache for values outside of tests; a test process has none.
  static let cacheOutsideTests: DependencyCache? = isTesting ? nil : .ofProcess

  /// The box of a key's value, if available without computing it.
  @usableFromInline
  func box(of id: UInt) -> AnyDependencyBox? {
    if let box = overrides[id] { return box }
    guard let cache = cache ?? Self.cacheOutsideTests
    else { return nil }
    return cache[id | context(in: cache).tag]
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
    var values = self
    // Values that replace all others have the purpose of their own origin.
    if case (.reading, .setting) = (purpose, Self._current.purpose) { values.purpose = .setting }
    return values.value(of: key, from: cache, access: access)
  }

  private func value<Key: TestDependencyKey>(
    of key: Key.Type, from cache: DependencyCache, access: DependencyAccess
  ) -> Key.Value {
    let slot = Key.id | context(in: cache).tag
    let id = Evaluations.ValueID(cache: ObjectIdentifier(cache), value: slot)
    while true {
      if let box = cache[slot] { return box.value(as: Key.Value.self) }
      var value: Key.Value?
      let outcome = Evaluations.shared.run(id, access) {
        // Another thread may just have ended computing it.
        value =
          cache[slot]?.value(as: Key.Value.self)
          ?? compute(key, for: cache, slot: slot, access: access)
      }
      if let value { return value }
      if case .cycle(let accesses) = outcome {
        let names = (accesses + [access]).map(\.name)
        access.reportCycle(names)
        let request = DefaultValueRequest(access: access, cycle: names)
        return DefaultValueRequest.$current.withValue(request) { Key.testValue }
      }
    }
  }

  private func compute<Key: TestDependencyKey>(
    _ key: Key.Type, for cache: DependencyCache, slot: UInt, access: DependencyAccess
  ) -> Key.Value {
    guard case .reading = purpose
    else { return touch(key, of: cache, slot: slot, access: access) }
    if let touched = cache.takeTouched(slot) {
      cache.set(touched.box, for: slot)
      access.reportMissingValue(in: touched.missing)
      for issue in touched.issues { issue.report() }
      return touched.box.value(as: Key.Value.self)
    }
    let request = DefaultValueRequest(access: access)
    let value = makeValue(of: key, for: cache, request: request)
    access.reportMissingValue(in: request.missing)
    cache.set(DependencyBox(value), for: slot)
    return value
  }

  /// The value of a key that is read only to be changed. It is kept, but the issue that a true read
  /// deserves is not forgotten for that, and a value that is being prepared can still be replaced.
  private func touch<Key: TestDependencyKey>(
    _ key: Key.Type, of cache: DependencyCache, slot: UInt, access: DependencyAccess
  ) -> Key.Value {
    if let touched = cache.touched(slot) { return touched.box.value(as: Key.Value.self) }
    let request = DefaultValueRequest(access: access)
    let reporter = HoldingReporter()
    let value = withIssueReporters([reporter]) {
      makeValue(of: key, for: cache, request: request)
    }
    let touched = TouchedValue(
      box: DependencyBox(value), missing: request.missing, issues: reporter.issues)
    if case .setting = purpose, !touched.deservesIssue {
      cache.set(touched.box, for: slot)
    } else {
      cache.touch(touched, for: slot)
    }
    return value
  }

  private func makeValue<Key: TestDependencyKey>(
    of key: Key.Type, for cache: DependencyCache, request: DefaultValueRequest
  ) -> Key.Value {
    Self.$_current.withValue(root(of: cache)) {
      DefaultValueRequest.$current.withValue(request) {
        switch context(in: cache) {
        case .live: liveValue(of: key, request: request)
        case .preview: Key.previewValue
        case .test: Key.testValue
        }
      }
    }
  }

  /// The values visible to a default value: its cache, without narrower overrides.
  private func root(of cache: DependencyCache) -> Self {
    var root = Self(cache: self.cache)
    root.overrides = cache.base
    root.contextOverride = contextOverride
    root.purpose = purpose
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

  /// Sets a key's value globally, unless it was already used.
  ///
  /// A preview may read values before the program's entry point prepares them: there a value that
  /// was read is replaced, and one that the preview has prepared stays.
  @usableFromInline @inline(never)
  func prepare(_ id: UInt, _ box: AnyDependencyBox, access: DependencyAccess) {
    guard case .preparing(let preparation) = purpose
    else { return }
    guard overrides[id] == nil
    else { return access.reportUnusedPreparation(isOverridden: true) }
    let cache = cache ?? Self.cacheOutsideTests ?? TestCaches.current ?? .ofProcess
    let slot = id | context(in: cache).tag
    let isPreview = context(in: cache) == .preview
    guard cache.prepare(box, for: slot, by: preparation, replacingRead: isPreview) || isPreview
    else { return access.reportUnusedPreparation(isOverridden: false) }
  }

  func prepareContext(_ context: DependencyContext, by preparation: UInt64) {
    let access = DependencyAccess(
      key: DependencyContext.self, value: DependencyContext.self,
      site: site
        ?? SourceSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
      accessor: "context")
    guard contextOverride == nil
    else { return access.reportUnusedPreparation(isOverridden: true) }
    let cache = cache ?? Self.cacheOutsideTests ?? TestCaches.current ?? .ofProcess
    guard cache.prepare(context, by: preparation)
    else { return access.reportUnusedPreparation(isOverridden: false) }
  }
}
