/// Decides whether two values are the same for the purpose of a difference.
///
/// Uses a type's `==` if it has one. Other values are equal if all their properties are, including
/// those that a dump omits. A struct that chooses its children for a dump
/// (``CustomDumpReflectable``) is compared by these.
struct Equivalence {
  var reflector = Reflector()

  /// The objects that are assumed to be equal during a comparison, with the levels at which they
  /// were met. This ends cycles, and an object that is reachable in several ways is compared once.
  private var assumed: [Question: Int] = [:]
  private var different: Set<Question> = []
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

  private struct Question: Hashable {
    var pair: ObjectPair
    /// Whether this is about everything that the objects hold, or about the parts that they show.
    var isAboutContents = false
  }

  mutating func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    assumed.removeAll(keepingCapacity: true)
    return areEqual(lhs, rhs, level: 0)
  }

  private mutating func areEqual(_ lhs: Any, _ rhs: Any, level: Int) -> Bool {
    let type = type(of: lhs)
    guard type == Swift.type(of: rhs)
    else { return false }
    let comparison = comparison(of: type, lhs)
    if comparison == .equatable || comparison == .remembered && !areSameReference(lhs, rhs),
      let lhs = lhs as? any Equatable
    {
      return isEqual(lhs, rhs)
    }
    if comparison == .optional {
      switch ((lhs as? any AnyOptional)?.wrapped, (rhs as? any AnyOptional)?.wrapped) {
      case (let lhs?, let rhs?): return areEqual(lhs, rhs, level: level)
      case (nil, nil): return true
      default: return false
      }
    }
    // A dump shows nothing that lies deeper.
    guard level < Dumper.deepestLevel
    else { return true }
    let shown = (reflector.reflect(lhs), reflector.reflect(rhs))
    guard areEqual(shown.0, shown.1, level: level)
    else { return false }
    guard comparison == .presented, !shown.0.tellsAll
    else { return true }
    return areEqual(
      reflector.contents(of: lhs), reflector.contents(of: rhs), level: level, areContents: true)
  }

  private mutating func comparison(of type: Any.Type, _ value: Any) -> Comparison {
    let key = ObjectIdentifier(type)
    if let comparison = comparisons[key] { return comparison }
    let comparison = makeComparison(of: type, value)
    comparisons[key] = comparison
    return comparison
  }

  private func makeComparison(of type: Any.Type, _ value: Any) -> Comparison {
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

  private mutating func areEqual(
    _ lhs: Node, _ rhs: Node, level: Int, areContents: Bool = false
  ) -> Bool {
    switch (lhs, rhs) {
    case (.text(let lhs), .text(let rhs)), (.string(let lhs), .string(let rhs)):
      return lhs == rhs
    case (.fields(let lhs), .fields(let rhs)):
      return areEqual(lhs, rhs, level: level, areContents: areContents)
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
      let before = lhs.object == rhs.object ? lhs.before : lhs.now
      return answer(Question(pair: ObjectPair(lhs: lhs.object, rhs: rhs.object)), level: level) {
        $0.areEqual(before, rhs.now, level: level + 1)
      }
    default:
      return false
    }
  }

  private mutating func areEqual(
    _ lhs: Node.Fields, _ rhs: Node.Fields, level: Int, areContents: Bool
  ) -> Bool {
    guard lhs.name == rhs.name, lhs.children.count == rhs.children.count
    else { return false }
    if let lhsObject = lhs.object, let rhsObject = rhs.object {
      if lhsObject == rhsObject { return true }
      let pair = ObjectPair(lhs: lhsObject, rhs: rhsObject)
      return answer(Question(pair: pair, isAboutContents: areContents), level: level) {
        $0.areEqual(lhs.children, rhs.children, level: level)
      }
    }
    return areEqual(lhs.children, rhs.children, level: level)
  }

  private mutating func areEqual(
    _ lhs: [Node.Child], _ rhs: [Node.Child], level: Int
  ) -> Bool {
    zip(lhs, rhs).allSatisfy {
      $0.label == $1.label && areEqual($0.value, $1.value, level: level + 1)
    }
  }

  /// Compares two objects, unless the result is known or depends on the other values only.
  private mutating func answer(
    _ question: Question, level: Int, compare: (inout Self) -> Bool
  ) -> Bool {
    if different.contains(question) { return false }
    // Seen from a higher level, more of the objects lies above the deepest one.
    if let assumedLevel = assumed[question], assumedLevel <= level { return true }
    assumed[question] = level
    guard compare(&self)
    else {
      different.insert(question)
      return false
    }
    return true
  }
}

extension Node {
  /// Whether everything is visible in a dump: false for references that keep earlier values.
  fileprivate var tellsAll: Bool {
    if case .reference = self { true } else { false }
  }
}
