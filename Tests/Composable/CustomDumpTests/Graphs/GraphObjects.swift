/// The values of a graph, with their objects.
final class GraphObjects {
  private let objects: [any GraphObject]

  /// - Parameters:
  ///   - graph: The graph.
  ///   - kept: The objects that are those of another graph.
  ///   - other: The objects of that graph.
  init(_ graph: Graph, keeping kept: Set<Int> = [], of other: GraphObjects? = nil) {
    objects = graph.objects.enumerated().map { index, fields in
      if kept.contains(index), let other { return other.objects[index] }
      return switch fields.count {
      case 1: Box()
      case 2: Derived()
      default: Model()
      }
    }
    for (index, fields) in graph.objects.enumerated() where !kept.contains(index) {
      objects[index].fill(fields.map(value))
    }
  }

  func value(_ value: GraphValue) -> Any {
    switch value {
    case .dictionary(let values): values.mapValues(self.value)
    case .fields(let kind, let values): fields(kind, values.map(self.value))
    case .leaf(let leaf, .line): "\(leaf)"
    case .leaf(let leaf, .lines): "first\n\(leaf)\nlast"
    case .leaf(let leaf, .number): leaf
    case .list(let values): values.map(self.value)
    case .object(let index): objects[index]
    case .rows(let rows): rows
    case .set(let leaves): leaves
    }
  }

  func breakCycles() {
    for object in objects { object.fill([0, 0, 0]) }
  }

  private func fields(_ kind: FieldsKind, _ values: [Any]) -> Any {
    switch (kind, values.count) {
    case (.choice, 0): Choice.none
    case (.choice, 1): Choice.one(values[0])
    case (.choice, _): Choice.two(values[0], second: values[1])
    case (.optional, _): values.first as Any
    case (.structure, _): Structure(first: values[0], second: values[1])
    }
  }
}

private protocol GraphObject: AnyObject {
  func fill(_ values: [Any])
}

private struct Structure {
  var first: Any
  var second: Any
}

private enum Choice {
  case none
  case one(Any)
  case two(Any, second: Any)
}

private final class Box: GraphObject {
  var value: Any = 0

  func fill(_ values: [Any]) { value = values[0] }
}

private class Base: GraphObject {
  var first: Any = 0

  func fill(_ values: [Any]) { first = values[0] }
}

private final class Derived: Base {
  var second: Any = 0

  override func fill(_ values: [Any]) {
    super.fill(values)
    second = values[1]
  }
}

private final class Model: GraphObject {
  var first: Any = 0
  var second: Any = 0
  var third: Any = 0

  func fill(_ values: [Any]) {
    (first, second, third) = (values[0], values[1], values[2])
  }
}
