import ConcurrencyExtras

/// Where the copies of one property find their reference, so that all of them follow when one is
/// pointed to another key.
final class ReferenceBox<Value>: @unchecked Sendable {
  // Unchecked for the reference, which is used under the lock.
  private let lock = Lock()
  @exclusivity(unchecked) private var current: Reference<Value>

  init(_ reference: Reference<Value>) {
    current = reference
  }

  var reference: Reference<Value> {
    get { lock.withLock { current } }
    set {
      // The old reference ends after the lock is left, and its observers go over to the new one.
      var reference = newValue
      lock.withLock { swap(&current, &reference) }
      reference.tellOfReplacement()
    }
  }
}

extension Reference {
  /// Tells those who observe the value, or a part of it, that what they read now comes from another
  /// reference.
  fileprivate func tellOfReplacement() {
    guard !core.observers.isEmpty
    else { return }
    let status = SharedStatus.Part.allCases.map { [PathStep(status: $0)] }
    let tokens =
      core.observers.tokens(below: path.map(\.step))
      + status.flatMap { core.observers.tokens(at: $0) }
    core.observers.tell(core: core, tokens)
  }
}
