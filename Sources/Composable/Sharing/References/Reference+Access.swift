extension Reference {
  /// The value, which is noted as read if reads are being tracked.
  var value: Value {
    core.noteRead { path }
    return currentValue
  }

  /// The value, without registering an observation.
  var currentValue: Value {
    if let place = TrackingScope.current?.place(of: core) { return value(at: place) }
    return core.access { value(at: .live) } ?? valueDuringChange
  }

  /// The value, read by the closure that is changing it or another part of the same value.
  ///
  /// The closure may read it, as in `remove(id: element.id)`, but may not see its own changes: its
  /// access is exclusive, so the optimizer may write them at its end. The location of an element
  /// that is being changed may be empty.
  private var valueDuringChange: Value {
    guard let modified = core.modifiedPart, modified.path.map(\.step).displaces(path.map(\.step))
    else { return value(at: .live) }
    core.reportReadOfModifiedPart()
    return value(at: .first)
  }

  /// Changes the value in place, then notifies observers and saves it.
  func withLock<R>(
    _ site: @autoclosure () -> SourceSite, _ operation: (inout Value) throws -> R
  ) rethrows -> R {
    let scope = TrackingScope.current
    if let place = scope?.place(of: core) {
      return try modify(place) { try operation(&$0.pointee) }
    }
    var change: ObservedChange?
    var turn: SaveTurn?
    defer {
      change?.tell()
      if let turn { core.saver?.saveChanges(turn) }
    }
    let result = try core.access {
      if case .tracking(let tracker) = scope { tracker.willChange(core) }
      change = core.observersIfAny.map { ObservedChange(core: core, $0, path: path) }
      core.modifiedPart = self
      defer {
        core.modifiedPart = nil
        change?.readAfter()
        core.noteVersion()
        turn = core.saver?.noteChange()
      }
      return try modify(.live) { try operation(&$0.pointee) }
    }
    if let result { return result }
    core.reportReentrantChange(site())
    return try modify(.first) { try operation(&$0.pointee) }
  }
}
