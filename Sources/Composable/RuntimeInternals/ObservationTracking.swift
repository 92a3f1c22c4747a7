import Observation

/// Detects whether the running code is observed.
///
/// The standard library doesn't expose this. It has a private thread-local variable for it: the
/// only word of the library's thread-local storage that an observation sets.
package enum ObservationTracking {
  /// Whether reads on this thread are observed. `true` if unknown.
  @inline(__always)
  package static var isActive: Bool {
    guard let current
    else { return true }
    return current.value != 0
  }

  /// Whether the toolchain works as described above. With one that does not, everything is taken to
  /// be observed, which costs time and nothing else.
  package static var isReliable: Bool { current != nil }

  private static let current: ThreadLocalWord? = {
    let words = ThreadLocalWord.all(inLibraryOf: ObservationRegistrar.self)
    func values() -> [UInt] { words.map(\.value) }
    // This may already be observed itself: the variable need not be 0 outside.
    let before = values()
    var outer: [UInt] = []
    var inner: [UInt] = []
    var afterInner: [UInt] = []
    withObservationTracking {
      outer = values()
      withObservationTracking {
        inner = values()
      } onChange: {
      }
      afterInner = values()
    } onChange: {
    }
    let after = values()
    let found = words.indices.filter { index in
      before[index] != outer[index] && outer[index] != inner[index] && outer[index] != 0
        && inner[index] != 0 && afterInner[index] == outer[index] && after[index] == before[index]
    }
    return found.count == 1 ? words[found[0]] : nil
  }()
}
