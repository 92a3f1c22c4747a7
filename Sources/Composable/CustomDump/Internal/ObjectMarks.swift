/// Numbers the objects shown so far, by type.
struct ObjectMarks {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var nextNumbers: [String: Int] = [:]
  var visited: Set<ObjectIdentifier> = []

  /// - Parameter start: The number of the first object of a type. Number 0 is not shown.
  mutating func visit(
    _ object: ObjectIdentifier, typeName: String, startingAt start: Int
  ) -> (text: String, isRepeated: Bool) {
    let isRepeated = !visited.insert(object).inserted
    let number = number(of: object, typeName: typeName, startingAt: start)
    return (number > 0 ? "#\(number) " : "", isRepeated)
  }

  /// Gives an object the number of another, with which it is shown side by side.
  mutating func pair(_ object: ObjectIdentifier, with other: ObjectIdentifier) {
    numbers[object] = numbers[other]
    visited.insert(object)
  }

  private mutating func number(
    of object: ObjectIdentifier, typeName: String, startingAt start: Int
  ) -> Int {
    if let number = numbers[object] { return number }
    let number = nextNumbers[typeName, default: start]
    numbers[object] = number
    nextNumbers[typeName] = number + 1
    return number
  }
}
