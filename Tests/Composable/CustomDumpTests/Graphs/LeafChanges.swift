/// The leaves by which two graphs differ.
struct LeafChanges {
  struct Side {
    /// Leaves that a difference must show.
    var leaves: Set<Int> = []

    /// Leaves of objects that only this side has at a place. Where such an object is shown already, a
    /// difference may refer to it.
    var leavesOfObjects: Set<Int> = []
  }

  private let before: Graph
  private let now: Graph
  private var compared: Set<[Int]> = []
  private(set) var lhs = Side()
  private(set) var rhs = Side()

  init(from before: Graph, to now: Graph) {
    self.before = before
    self.now = now
    compare(before.root, now.root)
  }

  var areEqual: Bool { areEqual(before.root, now.root) }

  private mutating func compare(_ lhs: GraphValue, _ rhs: GraphValue) {
    guard !areEqual(lhs, rhs)
    else { return }
    switch (lhs, rhs) {
    case (.dictionary(let lhs), .dictionary(let rhs)):
      for key in Set(lhs.keys).union(rhs.keys) {
        if let left = lhs[key], let right = rhs[key] {
          compare(left, right)
        } else {
          replace(lhs[key], rhs[key])
        }
      }
    case (.fields(let lhsKind, let lhs), .fields(let rhsKind, let rhs))
    where lhsKind == rhsKind && lhs.count == rhs.count:
      compare(lhs, rhs)
    case (.list(let lhs), .list(let rhs)):
      compareLists(lhs, rhs)
    case (.object(let left), .object(let right))
    where before.objects[left].count == now.objects[right].count:
      guard compared.insert([left, right]).inserted
      else { return }
      compare(before.objects[left], now.objects[right])
    case (.rows(let lhs), .rows(let rhs)):
      self.lhs.leaves.formUnion(Set(lhs.map(\.leaf)).subtracting(rhs.map(\.leaf)))
      self.rhs.leaves.formUnion(Set(rhs.map(\.leaf)).subtracting(lhs.map(\.leaf)))
    case (.set(let lhs), .set(let rhs)):
      self.lhs.leaves.formUnion(lhs.subtracting(rhs))
      self.rhs.leaves.formUnion(rhs.subtracting(lhs))
    default:
      replace(lhs, rhs)
    }
  }

  private mutating func compare(_ lhs: [GraphValue], _ rhs: [GraphValue]) {
    for (left, right) in zip(lhs, rhs) { compare(left, right) }
  }

  /// Compares elements by position, unless a difference may match them in another way.
  private mutating func compareLists(_ lhs: [GraphValue], _ rhs: [GraphValue]) {
    let isMoved = lhs.indices.contains { i in
      rhs.indices.contains { j in i != j && areEqual(lhs[i], rhs[j]) }
    }
    let areOfSameTypes = zip(lhs, rhs).allSatisfy { left, right in
      areEqual(left, right) || type(of: left, in: before) == type(of: right, in: now)
    }
    guard lhs.count == rhs.count, areOfSameTypes, !isMoved
    else {
      self.lhs.leaves.formUnion(leaves(lhs).subtracting(leaves(rhs)))
      self.rhs.leaves.formUnion(leaves(rhs).subtracting(leaves(lhs)))
      return
    }
    compare(lhs, rhs)
  }

  private mutating func replace(_ lhs: GraphValue?, _ rhs: GraphValue?) {
    if let lhs { Self.add(lhs, of: before, to: &self.lhs) }
    if let rhs { Self.add(rhs, of: now, to: &self.rhs) }
  }

  private static func add(_ value: GraphValue, of graph: Graph, to side: inout Side) {
    side.leaves.formUnion(value.leaves)
    for object in graph.objects(in: value) {
      for field in graph.objects[object] { side.leavesOfObjects.formUnion(field.leaves) }
    }
  }

  private func leaves(_ values: [GraphValue]) -> Set<Int> { Set(values.flatMap(\.leaves)) }

  /// The type of the value that stands for a graph's value.
  private func type(of value: GraphValue, in graph: Graph) -> String {
    switch value {
    case .dictionary: "dictionary"
    case .fields(let kind, _): "\(kind)"
    case .leaf(_, .number): "number"
    case .leaf(_, .line), .leaf(_, .lines): "string"
    case .list: "list"
    case .object(let index): "object of \(graph.objects[index].count) fields"
    case .rows: "rows"
    case .set: "set"
    }
  }

  private func areEqual(_ lhs: GraphValue, _ rhs: GraphValue) -> Bool {
    var assumed: Set<[Int]> = []
    return areEqual(lhs, rhs, &assumed)
  }

  private func areEqual(
    _ lhs: GraphValue, _ rhs: GraphValue, _ assumed: inout Set<[Int]>
  ) -> Bool {
    switch (lhs, rhs) {
    case (.dictionary(let lhs), .dictionary(let rhs)):
      lhs.keys == rhs.keys
        && lhs.allSatisfy { key, value in
          rhs[key].map { areEqual(value, $0, &assumed) } ?? false
        }
    case (.fields(let lhsKind, let lhs), .fields(let rhsKind, let rhs)):
      lhsKind == rhsKind && areEqual(lhs, rhs, &assumed)
    case (.list(let lhs), .list(let rhs)):
      areEqual(lhs, rhs, &assumed)
    case (.object(let left), .object(let right)):
      !assumed.insert([left, right]).inserted
        || areEqual(before.objects[left], now.objects[right], &assumed)
    default:
      lhs == rhs
    }
  }

  private func areEqual(
    _ lhs: [GraphValue], _ rhs: [GraphValue], _ assumed: inout Set<[Int]>
  ) -> Bool {
    lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { areEqual($0, $1, &assumed) }
  }
}
