import ConcurrencyExtras

/// Keeps the paths of a stack's elements, so that they are not made anew for each action and can be
/// told apart by looking at their addresses.
final class NavigationPathCache: @unchecked Sendable {
  private let lock = Lock()
  private let place: AnyKeyPath
  private var parent: NavigationPath?
  private var paths: [StackElementID: NavigationPath] = [:]

  init(place: AnyKeyPath) {
    self.place = place
  }

  /// The path of an element, from the place where the reducers are.
  func path(of id: StackElementID) -> NavigationPath {
    let parent = NavigationPath.current
    return lock.withLock {
      if self.parent !== parent {
        self.parent = parent
        paths = [:]
      }
      if let path = paths[id] { return path }
      let identity = ChildIdentity(tag: UInt(bitPattern: id.generation))
      let path = NavigationPath(
        PresentedElement(place: place, identity: identity), parent: parent)
      paths[id] = path
      return path
    }
  }

  /// Forgets an element that has gone.
  func remove(_ id: StackElementID) {
    _ = lock.withLock { paths.removeValue(forKey: id) }
  }
}
