/// Decides whether two values are the same for the purpose of a difference.
///
/// Uses a type's `==` if it has one. Other values are equal if all their properties are, including
/// those that a dump omits. A struct that chooses its children for a dump
/// (``CustomDumpReflectable``) is compared by these.
struct Equivalence {
  var reflector = Reflector()

  /// Whether two different objects were found in a cycle. They are then assumed to be equal, so the
  /// result only means that nothing else differs.
  private(set) var hasMetCycle = false

  private var comparing: Set<Pair> = []
  private var comparisons: [ObjectIdentifier: Comparison] = [:]

  /// How values of a type are compared: determined once per type.
  private enum Comparison {
    case equatable
    case optional
    /// A dump shows the value as it chooses, and may leave something out.
    case presented
    case remembered
    case structural
  }

  private struct Pair: Hashable {
    let lhs: ObjectIdentifier
    let rhs: ObjectIdentifier
  }

  mutating func areEqual(_ lhs: Any, _ rhs: Any, level: Int = 0) -> Bool {
    let type = type(of: lhs)
    guard type == Swift.type(of: rhs)
    else { return false }
    let comparison = comparison(of: type, lhs)
    switch comparison {
    case .remembered:
      if !areSameReference(lhs, rhs), let lhs = lhs as? any Equatable { return isEqual(lhs, rhs) }
    case .equatable:
      if let lhs = lhs as? any Equatable { return isEqual(lhs, rhs) }
    case .optional:
      switch ((lhs as? any AnyOptional)?.wrapped, (rhs as? any AnyOptional)?.wrapped) {
      case (let lhs?, let rhs?): return areEqual(lhs, rhs, level: level)
      case (nil, nil): return true
      default: return false
      }
    case .structural, .presented:
      break
    }
    // A dump shows nothing that lies deeper.
    guard level < Dumper.deepestLevel
    else { return true }
    let shown = (reflector.reflect(lhs), reflector.reflect(rhs))
    guard areEqual(shown.0, shown.1, level: level)
    else { return false }
    guard case .presented = comparison, !shown.0.tellsAll
    else { return true }
    return areEqual(reflector.contents(of: lhs), reflector.contents(of: rhs), level: level)
  }

  private mutating func comparison(of type: Any.Type, _ value: Any) -> Comparison {
    let key = ObjectIdentifier(type)
    if let comparison = comparisons[key] { return comparison }
    let comparison = makeComparison(of: type, value)
    comparisons[key] = comparison
    return comparison
  }

  private mutating func makeComparison(of type: Any.Type, _ value: Any) -> Comparison {
    if type is any AnyOptional.Type { return .optional }
    if value is any _CustomDiffObject { return .remembered }
    if value is any Equatable { return .equatable }
    if value is any CustomDumpStringConvertible || value is any CustomDumpRepresentable
      || value is any CustomDumpReflectable && type is AnyObject.Type
    {
      return .presented
    }
    return .structural
  }

  private func areSameReference(_ lhs: Any, _ rhs: Any) -> Bool {
    guard let lhs = lhs as? any _CustomDiffObject, let rhs = rhs as? any _CustomDiffObject
    else { return false }
    return lhs._objectIdentifier == rhs._objectIdentifier
  }

  private func isEqual<T: Equatable>(_ lhs: T, _ rhs: Any) -> Bool {
    (rhs as? T).map { lhs == $0 } ?? false
  }

  private mutating func areEqual(_ lhs: Node, _ rhs: Node, level: Int) -> Bool {
    switch (lhs, rhs) {
    case (.text(let lhs), .text(let rhs)), (.string(let lhs), .string(let rhs)):
      return lhs == rhs
    case (.fields(let lhs), .fields(let rhs)):
      return areEqual(lhs, rhs, level: level)
    case (.list(let lhs), .list(let rhs)):
      guard lhs.elementCount == rhs.elementCount
      else { return false }
      return (0..<lhs.elementCount).allSatisfy {
        areEqual(lhs.element(at: $0), rhs.element(at: $0), level: level + 1)
      }
    case (.dictionary(let lhs), .dictionary(let rhs)):
      guard lhs.elementCount == rhs.elementCount
      else { return false }
      if lhs.isOrdered, rhs.isOrdered {
        return zip(lhs.pairs, rhs.pairs).allSatisfy {
          areEqual($0.key, $1.key, level: level + 1)
            && areEqual($0.value, $1.value, level: level + 1)
        }
      }
      return lhs.pairs.allSatisfy { pair in
        rhs.value(forKey: pair.key).map { areEqual(pair.value, $0, level: level + 1) } ?? false
      }
    case (.set(let lhs), .set(let rhs)):
      return lhs.elementCount == rhs.elementCount && lhs.members.allSatisfy(rhs.hasMember)
    case (.reference(let lhs), .reference(let rhs)):
      let pair = Pair(lhs: lhs.object, rhs: rhs.object)
      guard comparing.insert(pair).inserted
      else { return true }
      defer { comparing.remove(pair) }
      let before = lhs.object == rhs.object ? lhs.before : lhs.now
      return areEqual(before, rhs.now, level: level + 1)
    default:
      return false
    }
  }

  private mutating func areEqual(
    _ lhs: Node.Fields, _ rhs: Node.Fields, level: Int
  ) -> Bool {
    guard lhs.name == rhs.name, lhs.children.count == rhs.children.count
    else { return false }
    var pair: Pair?
    if let lhsObject = lhs.object, let rhsObject = rhs.object {
      if lhsObject == rhsObject { return true }
      let both = Pair(lhs: lhsObject, rhs: rhsObject)
      guard comparing.insert(both).inserted
      else {
        hasMetCycle = true
        return true
      }
      pair = both
    }
    defer { if let pair { comparing.remove(pair) } }
    if lhs.isOpaque || rhs.isOpaque { return lhs.object == rhs.object }
    return zip(lhs.children, rhs.children).allSatisfy {
      $0.label == $1.label && areEqual($0.value, $1.value, level: level + 1)
    }
  }
}

extension Node {
  /// Whether everything is visible in a dump: false for references that keep earlier values.
  fileprivate var tellsAll: Bool {
    if case .reference = self { true } else { false }
  }
}
