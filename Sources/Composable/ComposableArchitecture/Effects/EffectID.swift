/// What an effect can be cancelled by: the id it was given, in the place in the navigation where
/// it was described. Two screens of a stack that use the same id do not cancel each other's work.
struct EffectID: Hashable, @unchecked Sendable {
  let id: AnyHashable
  let type: ObjectIdentifier
  let path: NavigationPath?

  init(_ id: some Hashable & Sendable, path: NavigationPath? = .current) {
    self.id = AnyHashable(id)
    type = ObjectIdentifier(Swift.type(of: id))
    self.path = path
  }
}

/// The way through the presentations and stacks down to the feature that is reducing.
///
/// `ifLet` and `forEach` run their child's reducer with themselves added to it.
final class NavigationPath: Hashable, Sendable {
  @TaskLocal static var current: NavigationPath?

  let parent: NavigationPath?
  let element: AnyHashableSendable

  init(_ element: some Hashable & Sendable, parent: NavigationPath? = .current) {
    self.parent = parent
    self.element = AnyHashableSendable(element)
  }

  static func == (lhs: NavigationPath, rhs: NavigationPath) -> Bool {
    lhs === rhs || (lhs.element == rhs.element && lhs.parent == rhs.parent)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(element)
    hasher.combine(parent)
  }
}
