/// Access to a key's shared value, for a key that saves changes later and must not overwrite the
/// program's changes with a value from outside.
package protocol SharedValueAccess<Value>: AnyObject, Sendable {
  associatedtype Value

  /// The value, and a number that increases with each change.
  ///
  /// - Returns: `nil`, after reporting an issue, if the running thread is changing the value.
  func snapshot() -> SharedValueSnapshot<Value>?

  /// Replaces the value if it is still that of a snapshot. Observers are notified, the `loadError`
  /// is cleared, and the key does not save.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - version: The version of the snapshot.
  ///   - note: Gets the version of the new value before observers are notified, which may change or
  ///     save it again.
  /// - Returns: The version of the new value; `nil` if it was changed in the meantime.
  @discardableResult
  func replace(
    with value: Value, ifVersion version: UInt64, thenNote note: (UInt64) -> Void
  ) -> UInt64?

  /// Clears the `saveError` after a save that was not requested.
  func valueIsSaved()
}

extension SharedValueAccess {
  /// Replaces the value as above, without a note.
  @discardableResult
  package func replace(with value: Value, ifVersion version: UInt64) -> UInt64? {
    replace(with: value, ifVersion: version) { _ in }
  }
}

/// A shared value at one moment.
package struct SharedValueSnapshot<Value> {
  package var value: Value
  package var version: UInt64
}

extension StoredCore: SharedValueAccess {
  func snapshot() -> SharedValueSnapshot<Value>? {
    let snapshot = access { SharedValueSnapshot(value: value.pointee, version: version) }
    if snapshot == nil { reportReentrantLoad() }
    return snapshot
  }

  func replace(
    with value: Value, ifVersion version: UInt64, thenNote note: (UInt64) -> Void
  ) -> UInt64? {
    guard let version = replace(value, ifVersion: version, thenNote: note)
    else { return nil }
    setLoadError(nil)
    return version
  }

  func valueIsSaved() {
    setSaveError(nil)
  }
}
