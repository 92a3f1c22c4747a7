/// An observed place within a shared value, or one on the way to such places.
///
/// All of it is used under the lock of the table.
final class PlaceNode {
  /// The step from the parent's value to this one's; `nil` for the whole value.
  let projection: AnyProjection?
  private(set) weak var parent: PlaceNode?
  private(set) var parts: [PathStep: PlaceNode] = [:]
  /// Elements of a collection, by id. They are kept apart from other parts, because a change of one
  /// cannot be seen in another, and there may be many.
  private(set) var elements: [PathStep: PlaceNode] = [:]
  private weak var weakToken: PlaceToken?
  private var tokenID: ObjectIdentifier?

  init(_ projection: AnyProjection? = nil, in parent: PlaceNode? = nil) {
    self.projection = projection
    self.parent = parent
  }

  var token: PlaceToken? { weakToken }

  /// The tokens of this place and of all parts of it, but for what is known of loading and saving.
  var allTokens: [PlaceToken] {
    let below = [parts.values, elements.values].joined().lazy
      .filter { $0.projection?.step.isStatus != true }
      .flatMap(\.allTokens)
    return (token.map { [$0] } ?? []) + below
  }

  func setToken(_ token: PlaceToken) {
    weakToken = token
    tokenID = ObjectIdentifier(token)
  }

  func endToken(_ id: ObjectIdentifier) {
    if tokenID == id { tokenID = nil }
  }

  func child(_ step: PathStep) -> PlaceNode? {
    step.kind == .element ? elements[step] : parts[step]
  }

  func makeChild(_ projection: AnyProjection) -> PlaceNode {
    let step = projection.step
    if let node = child(step) { return node }
    let node = PlaceNode(projection, in: self)
    if step.kind == .element { elements[step] = node } else { parts[step] = node }
    return node
  }

  /// Takes the node out of the tree, and its parents, as far as they lead to no observed place.
  func prune() {
    guard tokenID == nil, parts.isEmpty, elements.isEmpty, let parent, let projection
    else { return }
    let step = projection.step
    if step.kind == .element { parent.elements[step] = nil } else { parent.parts[step] = nil }
    parent.prune()
  }
}
