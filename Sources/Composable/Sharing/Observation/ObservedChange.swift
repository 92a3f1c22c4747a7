/// A change of a shared value, for its observers.
///
/// The changed part and its ancestors have changed. Its observed descendants, and parts that may
/// overlap with it, are compared before and after. Values that can't be compared count as changed.
struct ObservedChange {
  private let core: ReferenceCore
  private let observers: ObservationTree
  private var changed: [ObservationToken] = []
  /// Collections that report their own changes.
  private var collections: [ElementsChange] = []
  /// In the order of the tree: each part is followed by those below it.
  private var parts: [PartChange] = []

  /// A part that may have changed, or one on the path to such parts.
  private struct PartChange {
    let projection: any ErasedProjection
    let token: ObservationToken?
    /// The index after the last of the parts below this one.
    var end = 0
    var before: CopiedPart?
    var hasChanged = false
  }

  /// Inspects the observed parts before the change. The core's lock is held.
  ///
  /// - Parameter isInPlace: Whether the value is changed in place instead of replaced.
  init(
    core: ReferenceCore, _ observers: ObservationTree, path: [any ErasedProjection],
    isInPlace: Bool = true
  ) {
    self.core = core
    self.observers = observers
    observers.withRoot { collect($0, changedAt: path[...], below: isInPlace ? [] : nil) }
    for index in collections.indices { collections[index].begin() }
    visit(0..<parts.count, below: core.rawValue) { part, value in
      part.before = part.token.map { _ in part.projection.copy(value) }
      // Unless it is found again, and is the same.
      part.hasChanged = true
    }
  }

  /// Looks at the values after the change. The lock of the core is still held.
  mutating func readAfter() {
    visit(0..<parts.count, below: core.rawValue) { part, value in
      part.hasChanged = part.before?.differs(from: value) ?? true
    }
    for elements in collections.reversed() { changed += elements.end(observers) }
    changed += parts.lazy.filter(\.hasChanged).compactMap(\.token)
  }

  /// Notifies the observers. No lock is held.
  func tell() {
    observers.tell(core: core, changed)
  }

  // MARK: -

  private mutating func collect(
    _ node: ObservationNode, changedAt path: ArraySlice<any ErasedProjection>,
    below steps: [PathStep]?
  ) {
    if let token = node.token { changed.append(token) }
    let step = path.first?.step
    for (other, part) in node.parts where other != step && step?.mayAffect(other) ?? !other.isStatus
    {
      collectAll(part, below: steps)
    }
    if step?.kind != .element { collectElements(of: node, at: steps) }
    guard let projection = path.first, let next = node.child(projection.step)
    else { return }
    add(PartChange(projection: projection, token: nil)) {
      $0.collect(
        next, changedAt: path.dropFirst(), below: steps.map { $0 + [projection.step] })
    }
  }

  private mutating func collectElements(of node: ObservationNode, at steps: [PathStep]?) {
    if let steps, let elements = ElementsChange(node, at: steps, in: core.rawValue) {
      collections.append(elements)
    } else {
      for element in node.elements.values { collectAll(element, below: nil) }
    }
  }

  private mutating func collectAll(_ node: ObservationNode, below steps: [PathStep]?) {
    guard let projection = node.projection
    else { return }
    add(PartChange(projection: projection, token: node.token)) {
      let steps = steps.map { $0 + [projection.step] }
      for part in node.parts.values { $0.collectAll(part, below: steps) }
      $0.collectElements(of: node, at: steps)
    }
  }

  private mutating func add(_ part: PartChange, _ addParts: (inout Self) -> Void) {
    let index = parts.count
    parts.append(part)
    addParts(&self)
    parts[index].end = parts.count
    if part.token == nil, parts.count == index + 1 { parts.removeLast() }
  }

  private mutating func visit(
    _ range: Range<Int>, below parent: UnsafeRawPointer,
    _ body: (inout PartChange, UnsafeRawPointer) -> Void
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let end = parts[index].end
      parts[index].projection.read(parent) { value in
        body(&parts[index], value)
        visit(index + 1..<end, below: value, body)
      }
      index = end
    }
  }
}
