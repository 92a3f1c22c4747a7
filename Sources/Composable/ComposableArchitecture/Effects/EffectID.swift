/// What an effect can be canceled by: the id it was given, in the place in the navigation where
/// it was described. Two screens of a stack that use the same id do not cancel each other's work;
/// the feature that holds the stack cancels that of both.
struct EffectID: Hashable, @unchecked Sendable {
  // Unchecked for the id, which is created from a sendable value. `AnyHashableSendable` would have
  // to wrap it again for each comparison.
  let id: AnyHashable
  let type: ObjectIdentifier
  let path: NavigationPath?

  init(_ id: some Hashable & Sendable, path: NavigationPath? = .current) {
    self.id = AnyHashable(id)
    type = ObjectIdentifier(Swift.type(of: id))
    self.path = path
  }

  fileprivate init(id: AnyHashable, type: ObjectIdentifier, path: NavigationPath?) {
    self.id = id
    self.type = type
    self.path = path
  }
}

/// The way through the presentations and stacks down to the feature that is reducing.
///
/// `ifLet` and `forEach` run their child's reducer with themselves added to it.
@usableFromInline
final class NavigationPath: Hashable, Sendable {
  @TaskLocal static var current: NavigationPath?

  let parent: NavigationPath?
  /// The child's location and identity.
  let element: any Hashable & Sendable
  /// The hash of the path, stored because effects are found by it and a path may be long.
  private let wholeHash: Int

  @usableFromInline
  convenience init(_ element: any Hashable & Sendable) {
    self.init(element, parent: .current)
  }

  init(_ element: any Hashable & Sendable, parent: NavigationPath?) {
    self.parent = parent
    self.element = element
    var hasher = Hasher()
    hasher.combine(AnyHashable(element))
    hasher.combine(parent?.wholeHash)
    wholeHash = hasher.finalize()
  }

  @usableFromInline
  static func == (lhs: NavigationPath, rhs: NavigationPath) -> Bool {
    lhs === rhs
      || (lhs.wholeHash == rhs.wholeHash && AnyHashable(lhs.element) == AnyHashable(rhs.element)
        && lhs.parent == rhs.parent)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(wholeHash)
  }

  /// The id under which everything runs that the child has started.
  var effectID: EffectID { EffectID(ChildEffects(), path: self) }
}

extension NavigationPath {
  /// Runs a reducer with this path. The operation keeps the result itself, since returning it would
  /// look up its type each time.
  @usableFromInline
  func enter(_ operation: () -> Void) {
    Self.$current.withValue(self, operation: operation)
  }
}

extension Effect {
  /// The effect of a child, canceled when the child is removed.
  @usableFromInline
  func belonging(to path: NavigationPath) -> Self {
    cancellable(id: path.effectID, cancelInFlight: false)
  }
}

private struct ChildEffects: Hashable, Sendable {}

extension EffectID {
  /// The ids that cancel what runs under this one: itself, and the same in the features around.
  var reach: some Sequence<EffectID> {
    sequence(first: self) { inner in
      // A child's effects concern only its parent.
      guard let path = inner.path, inner.child == nil
      else { return nil }
      return EffectID(id: inner.id, type: inner.type, path: path.parent)
    }
  }

  /// The child whose effects run under this id, or `nil` for an id that a feature gave.
  var child: NavigationPath? {
    type == ObjectIdentifier(ChildEffects.self) ? path : nil
  }
}
