import ConcurrencyExtras

/// A child in the path of the navigation: where its parent keeps it, and which one it is.
struct PresentedElement: Hashable, Sendable {
  let place: StatePlace
  let identity: ChildIdentity
}

/// A presented child: its identity, and its location in the navigation.
@usableFromInline
final class PresentedChild: Sendable {
  @usableFromInline let identity: ChildIdentity
  @usableFromInline let path: NavigationPath

  init(_ identity: ChildIdentity, place: StatePlace) {
    self.identity = identity
    path = NavigationPath(PresentedElement(place: place, identity: identity))
  }
}

extension NavigationPath {
  /// Whether this is a child of the current reducer.
  @usableFromInline
  var isHere: Bool { isChild(of: .current) }

  /// Whether this is a child of another place.
  func isChild(of parent: NavigationPath?) -> Bool {
    self.parent === parent || self.parent == parent
  }

  /// The place of the child that is here, or of the nearest one around.
  var nearestPresented: NavigationPath? {
    var path: NavigationPath? = self
    while let candidate = path, !(candidate.element is PresentedElement) {
      path = candidate.parent
    }
    return path
  }
}

extension Effect {
  /// The effect of a child that can be dismissed, canceled when the child is removed.
  @usableFromInline
  func presented<Parent>(
    at path: NavigationPath, embed: @escaping (Action) -> Parent,
    dismissal: @escaping () -> Parent
  ) -> Effect<Parent> {
    guard let operation
    else { return .none }
    let embed = UncheckedSendable(embed)
    let dismissal = UncheckedSendable(dismissal)
    let presented: EffectOperation<Parent> = operation.replacingSources { action in
      .action(UncheckedSendable(embed.value(action.value)))
    } run: { run in
      run.replacing { send in
        let dismiss = Dismissal(path) { send(dismissal.value()) }
        await Dismissal.$current.withValue(dismiss) {
          await run.operation(Send { send(embed.value($0)) })
        }
      }
    }
    return Effect<Parent>(
      .cancellable(presented, id: path.effectID, cancelInFlight: false))
  }
}
