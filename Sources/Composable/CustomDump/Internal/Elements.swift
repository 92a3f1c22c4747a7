/// Numbered elements that are boxed one at a time, when they are needed.
protocol ElementList {
  var elementCount: Int { get }
  func element(at index: Int) -> Any

  /// The number of equal elements at the start and at the end.
  func commonEnds(
    with other: any ElementList, areEqual: (Any, Any) -> Bool
  ) -> (prefix: Int, suffix: Int)
}

extension ElementList {
  func commonEnds(
    with other: any ElementList, areEqual: (Any, Any) -> Bool
  ) -> (prefix: Int, suffix: Int) {
    CustomDump.commonEnds(elementCount, other.elementCount) {
      areEqual(element(at: $0), other.element(at: $1))
    }
  }
}

extension Array: ElementList {
  var elementCount: Int { count }

  func element(at index: Int) -> Any { self[index] }

  func commonEnds(
    with other: any ElementList, areEqual: (Any, Any) -> Bool
  ) -> (prefix: Int, suffix: Int) {
    // With the elements' own equality, nothing is boxed on the way to the difference.
    if let type = Element.self as? any Equatable.Type,
      !(Element.self is any _CustomDiffObject.Type),
      let ends = typedCommonEnds(type, self, other)
    {
      return ends
    }
    return CustomDump.commonEnds(elementCount, other.elementCount) {
      areEqual(element(at: $0), other.element(at: $1))
    }
  }
}

/// The elements of a mirror that is laid out as a collection.
struct MirrorElements: ElementList {
  let elements: [Any]

  var elementCount: Int { elements.count }

  func element(at index: Int) -> Any { elements[index] }
}

private func typedCommonEnds<T: Equatable>(
  _: T.Type, _ lhs: Any, _ rhs: Any
) -> (prefix: Int, suffix: Int)? {
  guard let lhs = lhs as? [T], let rhs = rhs as? [T]
  else { return nil }
  return commonEnds(lhs.count, rhs.count) { lhs[$0] == rhs[$1] }
}

private func commonEnds(
  _ lhsCount: Int, _ rhsCount: Int, _ areEqual: (Int, Int) -> Bool
) -> (prefix: Int, suffix: Int) {
  let shorter = min(lhsCount, rhsCount)
  var prefix = 0
  while prefix < shorter, areEqual(prefix, prefix) { prefix += 1 }
  var suffix = 0
  while suffix < shorter - prefix, areEqual(lhsCount - 1 - suffix, rhsCount - 1 - suffix) {
    suffix += 1
  }
  return (prefix, suffix)
}

/// Keys with values.
protocol KeyedElements {
  var elementCount: Int { get }
  /// Whether the order of the pairs is significant.
  var isOrdered: Bool { get }
  var pairs: [(key: Any, value: Any)] { get }

  /// The value of a key that came out of a dictionary of the same type.
  func value(forKey key: Any) -> Any?
}

extension Dictionary: KeyedElements {
  var elementCount: Int { count }

  var isOrdered: Bool { false }

  var pairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }

  func value(forKey key: Any) -> Any? { (key as? Key).flatMap { self[$0] } }
}

/// Keys with values out of a mirror.
struct MirrorPairs: KeyedElements {
  var pairs: [(key: Any, value: Any)]

  var elementCount: Int { pairs.count }

  var isOrdered: Bool { true }

  private let indices: [AnyHashable: Int]

  init(_ pairs: [(key: Any, value: Any)]) {
    self.pairs = pairs
    indices = Dictionary(
      pairs.enumerated().compactMap { index, pair in
        (pair.key as? AnyHashable).map { ($0, index) }
      },
      uniquingKeysWith: { first, _ in first })
  }

  func value(forKey key: Any) -> Any? {
    (key as? AnyHashable).flatMap { indices[$0] }.map { pairs[$0].value }
  }
}

/// Elements without an order.
protocol UniqueElements {
  var elementCount: Int { get }
  var members: [Any] { get }

  /// Whether an element of a set of the same type is in this one.
  func hasMember(_ member: Any) -> Bool
}

extension Set: UniqueElements {
  var elementCount: Int { count }

  var members: [Any] { map { $0 } }

  func hasMember(_ member: Any) -> Bool { (member as? Element).map(contains) ?? false }
}

/// The elements of a mirror that is laid out as a set.
struct MirrorMembers: UniqueElements {
  var members: [Any]

  var elementCount: Int { members.count }

  private let lookup: Set<AnyHashable>

  init(_ members: [Any]) {
    self.members = members
    lookup = Set(members.compactMap { $0 as? AnyHashable })
  }

  func hasMember(_ member: Any) -> Bool {
    (member as? AnyHashable).map(lookup.contains) ?? false
  }
}
