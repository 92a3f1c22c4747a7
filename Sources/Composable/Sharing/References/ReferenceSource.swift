import ConcurrencyExtras

/// Where the copies of one property find their reference, so that all of them follow when one is
/// pointed to another key.
typealias ReferenceSource<Value> = Protected<Reference<Value>>

extension Protected {
  /// The reference that the copies of a property have now.
  func current<Member>() -> Reference<Member> where Value == Reference<Member> {
    withLock { $0 }
  }

  /// Points all copies of a property to another reference.
  func replace<Member>(with reference: Reference<Member>) where Value == Reference<Member> {
    // The old reference ends after the lock is left, and its observers go over to the new one.
    let old = withLock { current in
      let old = current
      current = reference
      return old
    }
    old.notifyOfReplacement()
  }
}

extension Reference {
  /// Tells the observers of the value, or a part of it, that what they read now comes from another
  /// reference.
  fileprivate func notifyOfReplacement() {
    guard !core.observers.isEmpty
    else { return }
    let status = SharedStatus.Part.allCases.map { [PathStep(status: $0)] }
    let tokens =
      core.observers.tokens(below: path.map(\.step))
      + status.flatMap { core.observers.tokens(at: $0) }
    core.observers.tell(core: core, tokens)
  }
}
