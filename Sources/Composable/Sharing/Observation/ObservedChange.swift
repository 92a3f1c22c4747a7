/// One change of a shared value, as those who observe it have to be told of it.
///
/// The place that is changed, and everything that it is part of, have changed. Of observed parts of
/// it, and of others that are not known to be apart from it, this is found out by comparing what
/// they were before with what they are after. Values that cannot be compared count as changed.
struct ObservedChange {
  private let core: ReferenceCore
  private let changed: [PlaceToken]
  private var uncertain: [Part] = []

  private struct Part {
    let token: PlaceToken
    let path: [AnyProjection]
    let before: Any?
    var after: Any?

    var hasChanged: Bool {
      guard let before, let after, let areEqual = path.last?.areEqual
      else { return before != nil || after != nil }
      return !areEqual(before, after)
    }
  }

  /// Looks at what is observed, before the change is made. The lock of the core is held.
  init(core: ReferenceCore, path: [AnyProjection]) {
    self.core = core
    var changed: [PlaceToken] = []
    var places: [(PlaceToken, [AnyProjection])] = []
    core.observers.withRoot { root in
      var node = root
      var way: [AnyProjection] = []
      if let token = node.token { changed.append(token) }
      for projection in path {
        let step = projection.step
        for (other, part) in node.parts where other != step && step.mayAffect(other) {
          part.collect(way, &places)
        }
        if step.kind != .element {
          for part in node.elements.values { part.collect(way, &places) }
        }
        guard let next = node.child(step)
        else { return }
        node = next
        way.append(projection)
        if let token = node.token { changed.append(token) }
      }
      for (step, part) in node.parts where step.kind != .status { part.collect(way, &places) }
      for part in node.elements.values { part.collect(way, &places) }
    }
    self.changed = changed
    uncertain = places.map { token, path in
      Part(token: token, path: path, before: path.copy(core.rawValue))
    }
  }

  /// Looks at the values after the change. The lock of the core is still held.
  mutating func readAfter() {
    for index in uncertain.indices {
      uncertain[index].after = uncertain[index].path.copy(core.rawValue)
    }
  }

  /// Tells the observers. No lock is held.
  func tell() {
    core.observers.tell(
      core: core, changed + uncertain.lazy.filter(\.hasChanged).map(\.token))
  }
}

extension PlaceNode {
  /// The observed places at and below this one, each with the way that leads to it.
  fileprivate func collect(
    _ way: [AnyProjection], _ places: inout [(PlaceToken, [AnyProjection])]
  ) {
    guard let projection
    else { return }
    let way = way + [projection]
    if let token { places.append((token, way)) }
    for part in parts.values { part.collect(way, &places) }
    for element in elements.values { element.collect(way, &places) }
  }
}

extension [AnyProjection] {
  /// What the way leads to, `nil` if there is nothing.
  fileprivate func copy(_ whole: UnsafeRawPointer) -> Any? {
    var copy: Any?
    follow(self[...], whole) { copy = last?.copy($0) }
    return copy
  }

  private func follow(
    _ steps: ArraySlice<AnyProjection>, _ value: UnsafeRawPointer,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    guard let step = steps.first
    else { return body(value) }
    step.borrow(value) { follow(steps.dropFirst(), $0, body) }
  }
}
