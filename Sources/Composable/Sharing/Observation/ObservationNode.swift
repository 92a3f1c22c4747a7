/// An observed part of a shared value, or one on the path to such parts.
///
/// All of it is used under the lock of the tree.
final class ObservationNode: @unchecked Sendable {
  // Unchecked, because the tree's lock is not accessible here.
  /// The step from the parent's value to this one's; `nil` for the root value.
  let projection: (any ErasedProjection)?
  private(set) weak var parent: ObservationNode?
  private(set) var parts: [PathStep: ObservationNode] = [:]
  /// Elements of a collection, by id. They are kept apart from other parts, because a change of one
  /// cannot be seen in another, and there may be many.
  private(set) var elements: [PathStep: ObservationNode] = [:]
  private weak var weakToken: ObservationToken?
  private var tokenID: ObjectIdentifier?

  init(_ projection: (any ErasedProjection)? = nil, in parent: ObservationNode? = nil) {
    self.projection = projection
    self.parent = parent
  }

  var token: ObservationToken? { weakToken }

  /// The tokens of this part and of all its parts, except for those of the loading and saving
  /// status.
  var allTokens: [ObservationToken] {
    let below = [parts.values, elements.values].joined().lazy
      .filter { $0.projection?.step.isStatus != true }
      .flatMap(\.allTokens)
    return (token.map { [$0] } ?? []) + below
  }

  func setToken(_ token: ObservationToken) {
    weakToken = token
    tokenID = ObjectIdentifier(token)
  }

  func endToken(_ id: ObjectIdentifier) {
    if tokenID == id { tokenID = nil }
  }

  func child(_ step: PathStep) -> ObservationNode? {
    step.kind == .element ? elements[step] : parts[step]
  }

  func makeChild(_ projection: any ErasedProjection) -> ObservationNode {
    let step = projection.step
    if let node = child(step) { return node }
    let node = ObservationNode(projection, in: self)
    if step.kind == .element { elements[step] = node } else { parts[step] = node }
    return node
  }

  /// Removes the node from the tree, and its parents without observed parts.
  func prune() {
    guard tokenID == nil, parts.isEmpty, elements.isEmpty, let parent, let projection
    else { return }
    let step = projection.step
    if step.kind == .element { parent.elements[step] = nil } else { parent.parts[step] = nil }
    parent.prune()
  }
}
