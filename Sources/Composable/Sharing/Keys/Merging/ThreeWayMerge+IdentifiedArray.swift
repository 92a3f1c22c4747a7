public import IdentifiedCollections

extension ThreeWayMerge {
  /// Merges two identified arrays element by element, by their ids.
  ///
  /// The merge of an element, by its changes on both sides:
  ///
  /// | ours | theirs | result |
  /// |---|---|---|
  /// | unchanged | changed, or removed | theirs |
  /// | changed, or removed | unchanged | ours |
  /// | changed | changed otherwise | what `resolve` says; ours unless it is given |
  /// | changed | removed | ours: a change outlives a removal |
  /// | removed | changed | theirs, for the same reason |
  /// | inserted | inserted under the same id | as two changes |
  ///
  /// Elements have their order. Our insertions come after the element that they follow in our
  /// array, or at the beginning; if both inserted after the same element, theirs come first. If
  /// they kept the order of the common elements and we did not, our order is used, with their
  /// insertions in the same way.
  ///
  /// - Parameter resolve: Decides about an element that both have changed. The first value is the
  ///   common base, `nil` if both have inserted the element. The result must have the same id.
  /// - Returns: A merge for ``SharedReaderKey/fileStorage(_:merge:decoder:encoder:)``.
  public static func byID<ID: Sendable, Element: Equatable & Sendable>(
    resolve: @escaping @Sendable (_ base: Element?, _ mine: Element, _ theirs: Element) -> Element
  ) -> Self where Value == IdentifiedArray<ID, Element> {
    Self { base, mine, theirs in
      IdentifiedMerge(base: base, mine: mine, theirs: theirs, resolve: resolve).result
    }
  }

  /// Merges two identified arrays element by element, by their ids; where both have changed an
  /// element, ours is taken. See ``byID(resolve:)``.
  public static func byID<ID: Sendable, Element: Equatable & Sendable>() -> Self
  where Value == IdentifiedArray<ID, Element> {
    byID { _, mine, _ in mine }
  }
}

private struct IdentifiedMerge<ID: Hashable, Element: Equatable> {
  typealias Elements = IdentifiedArray<ID, Element>

  let base: Elements
  let mine: Elements
  let theirs: Elements
  let resolve: (_ base: Element?, _ mine: Element, _ theirs: Element) -> Element

  var result: Elements {
    if mine == base { return theirs }
    if theirs == base { return mine }
    let iMoved = !isInOrder(mine)
    let theyMoved = !isInOrder(theirs)
    // Whose order it is, and whose insertions find their place in it.
    let (leader, follower) = iMoved && !theyMoved ? (mine, theirs) : (theirs, mine)
    let insertions = insertions(of: follower, into: leader)
    var result = leader
    result.removeAll(keepingCapacity: true)
    insertions[nil]?.forEach { append($0, to: &result) }
    for id in leader.ids {
      append(id, to: &result)
      insertions[id]?.forEach { append($0, to: &result) }
    }
    return result
  }

  /// Whether the common elements kept their order.
  private func isInOrder(_ elements: Elements) -> Bool {
    var last = -1
    for id in elements.ids {
      guard let index = base.index(id: id) else { continue }
      guard index > last
      else { return false }
      last = index
    }
    return true
  }

  /// The ids that the follower alone has, in its order, by the id of the leader's that they follow.
  private func insertions(of follower: Elements, into leader: Elements) -> [ID?: [ID]] {
    var insertions: [ID?: [ID]] = [:]
    var place: ID?
    for id in follower.ids {
      if leader.index(id: id) != nil {
        place = id
      } else {
        insertions[place, default: []].append(id)
      }
    }
    return insertions
  }

  private func append(_ id: ID, to result: inout Elements) {
    if let element = merged(base[id: id], mine[id: id], theirs[id: id]) { result.append(element) }
  }

  private func merged(_ base: Element?, _ mine: Element?, _ theirs: Element?) -> Element? {
    if mine == theirs || theirs == base { return mine }
    if mine == base { return theirs }
    guard let mine
    else { return theirs }
    guard let theirs
    else { return mine }
    return resolve(base, mine, theirs)
  }
}
