import POSIX

/// Keeps the paths of a stack's elements, so that they are not made again for each action and can
/// be compared by their addresses.
@usableFromInline
final class NavigationPathCache: Sendable {
  private struct Paths {
    var parent: NavigationPath?
    var byID: [StackElementID: NavigationPath] = [:]
  }

  private let place: StatePlace
  private let paths = Mutex(Paths())

  init(place: StatePlace) {
    self.place = place
  }

  /// The path of an element from the current reducer.
  @usableFromInline
  func path(of id: StackElementID) -> NavigationPath {
    let parent = NavigationPath.current
    return paths.withLock { paths in
      if paths.parent !== parent { paths = Paths(parent: parent) }
      if let path = paths.byID[id] { return path }
      let identity = ChildIdentity(tag: UInt(bitPattern: id.generation))
      let path = NavigationPath(
        PresentedElement(place: place, identity: identity), parent: parent)
      paths.byID[id] = path
      return path
    }
  }

  /// Removes a deleted element.
  func remove(_ id: StackElementID) {
    _ = paths.withLock { $0.byID.removeValue(forKey: id) }
  }
}
