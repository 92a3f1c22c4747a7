extension Reference {
  /// The value, which is noted as read by whoever tracks what is read.
  var value: Value {
    core.observers.noteRead(core) { path }
    return currentValue
  }

  /// The value, to be looked at without a trace.
  var currentValue: Value {
    if let place = TrackingScope.current?.place(of: core) { return value(at: place) }
    // A closure that changes one part may ask for another, as in `remove(id: element.id)`: the lock
    // is this thread's already, and the value is as far as the closure has come with it.
    guard core.lock.lock()
    else { return value(at: .live) }
    defer { core.lock.unlock() }
    return value(at: .live)
  }

  var path: [AnyProjection] {
    var path: [AnyProjection] = []
    appendSteps(to: &path)
    return path
  }

  /// Changes the value in place under the lock; then tells observers, and has it saved.
  func withLock<R>(
    _ site: @autoclosure () -> SourceSite, _ operation: (inout Value) throws -> R
  ) rethrows -> R {
    let scope = TrackingScope.current
    if let place = scope?.place(of: core) {
      return try lend(place) { try operation(&$0.pointee) }
    }
    guard core.lock.lock()
    else {
      core.reportReentrantChange(site())
      return try lend(.first) { try operation(&$0.pointee) }
    }
    if case .tracking(let tracker) = scope { tracker.willChange(core) }
    var change = core.observers.isEmpty ? nil : ObservedChange(core: core, path: path)
    defer {
      change?.readAfter()
      core.noteVersion()
      let saver = core.saver
      let isToSave = saver?.noteChange() ?? false
      core.lock.unlock()
      change?.tell()
      if isToSave { saver?.saveChanges() }
    }
    return try lend(.live) { try operation(&$0.pointee) }
  }
}
