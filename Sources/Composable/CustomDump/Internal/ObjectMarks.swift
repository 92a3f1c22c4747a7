/// Numbers the objects shown so far, by type.
struct ObjectMarks {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var nextNumbers: [String: Int] = [:]
  private var visitedPairs: Set<ObjectPair> = []

  /// The objects whose contents are shown, and need not be shown again.
  var visited: Set<ObjectIdentifier> = []

  /// - Parameter start: The number of the first object of a type. Number 0 is not shown.
  mutating func visit(
    _ object: ObjectIdentifier, typeName: String, startingAt start: Int
  ) -> (text: String, isRepeated: Bool) {
    let isRepeated = !visited.insert(object).inserted
    return (text(of: object, typeName: typeName, startingAt: start), isRepeated)
  }

  /// Marks two objects that are shown side by side. They share a number unless one of them has been
  /// shown before.
  mutating func visit(
    _ pair: ObjectPair, typeName: String, startingAt start: Int
  ) -> (texts: (String, String), isRepeated: Bool) {
    let isRepeated = !visitedPairs.insert(pair).inserted
    let areNew = numbers[pair.lhs] == nil && numbers[pair.rhs] == nil
    let lhs = text(of: pair.lhs, typeName: typeName, startingAt: start)
    if areNew { numbers[pair.rhs] = numbers[pair.lhs] }
    let rhs = text(of: pair.rhs, typeName: typeName, startingAt: start)
    return ((lhs, rhs), isRepeated)
  }

  private mutating func text(
    of object: ObjectIdentifier, typeName: String, startingAt start: Int
  ) -> String {
    let number = numbers[object] ?? nextNumbers[typeName, default: start]
    if numbers.updateValue(number, forKey: object) == nil { nextNumbers[typeName] = number + 1 }
    return number > 0 ? "#\(number) " : ""
  }
}

/// Two objects that are compared.
struct ObjectPair: Hashable {
  var lhs: ObjectIdentifier
  var rhs: ObjectIdentifier
}
