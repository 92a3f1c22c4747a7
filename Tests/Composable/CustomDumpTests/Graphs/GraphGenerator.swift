/// Makes random graphs, and changes them: the same ones for the same seed.
struct GraphGenerator {
  private var state: UInt64
  private var lastLeaf = 100_000
  private var objectCount = 0

  init(seed: Int) {
    state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func graph() -> Graph {
    objectCount = random(4) + 1
    let objects = (0..<objectCount).map { _ in
      (0...random(3)).map { _ in value(depth: 1) }
    }
    return Graph(root: .fields(.structure, values(2, depth: 3)), objects: objects)
  }

  /// A copy with one to three changes.
  mutating func changed(_ graph: Graph) -> Graph {
    var graph = graph
    for _ in 0...random(3) {
      if random(2) == 0 {
        change(&graph.root)
      } else {
        let object = random(objectCount)
        let field = random(graph.objects[object].count)
        change(&graph.objects[object][field])
      }
    }
    return graph
  }

  /// Some of the objects that are the same in two graphs, with everything that they refer to.
  mutating func keptObjects(from before: Graph, to now: Graph) -> Set<Int> {
    var kept: Set<Int> = []
    for object in now.objects.indices where random(4) > 0 {
      let objects = now.objects(in: .object(object))
      if objects.allSatisfy({ before.objects[$0] == now.objects[$0] }) { kept.formUnion(objects) }
    }
    return kept
  }

  private mutating func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private mutating func leaf() -> Int {
    lastLeaf += 1
    return lastLeaf
  }

  private mutating func value(depth: Int) -> GraphValue {
    switch random(depth > 0 ? 13 : 4) {
    case 1, 2, 3: .object(random(objectCount))
    case 4, 5, 6: .fields(.structure, values(2, depth: depth - 1))
    case 7: .fields(.choice, values(random(3), depth: depth - 1))
    case 8: optional(depth: depth - 1)
    case 9, 10: .list(values(random(4), depth: depth - 1))
    case 11: .dictionary(dictionary(depth: depth - 1))
    case 12: random(2) == 0 ? .set(Set((0..<random(4)).map { _ in leaf() })) : .rows(rows())
    default: leafValue()
    }
  }

  private mutating func leafValue() -> GraphValue {
    .leaf(leaf(), LeafKind.allCases[random(LeafKind.allCases.count)])
  }

  private mutating func values(_ count: Int, depth: Int) -> [GraphValue] {
    (0..<count).map { _ in value(depth: depth) }
  }

  /// An optional, but none of an optional: a text does not tell two of these apart.
  private mutating func optional(depth: Int) -> GraphValue {
    let value = random(3) == 0 ? nil : value(depth: depth)
    if case .fields(.optional, _)? = value { return .fields(.optional, []) }
    return .fields(.optional, value.map { [$0] } ?? [])
  }

  private mutating func dictionary(depth: Int) -> [String: GraphValue] {
    let keys = ["a", "b", "c"].filter { _ in random(2) == 0 }
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, value(depth: depth)) })
  }

  private mutating func rows() -> [Row] {
    (0..<random(4)).map { Row(id: $0, leaf: leaf()) }
  }

  private mutating func change(_ value: inout GraphValue) {
    switch value {
    case .dictionary(var values):
      let key = ["a", "b", "c"][random(3)]
      if var changed = values[key], random(3) > 0 {
        change(&changed)
        values[key] = changed
      } else {
        values[key] = values[key] == nil ? self.value(depth: 1) : nil
      }
      value = .dictionary(values)
    case .fields(let kind, var values):
      if values.isEmpty || random(4) == 0 {
        value =
          switch kind {
          case .choice: .fields(.choice, self.values(random(3), depth: 1))
          case .optional: values.isEmpty ? optional(depth: 1) : .fields(.optional, [])
          case .structure: .fields(.structure, self.values(2, depth: 1))
          }
      } else {
        let index = random(values.count)
        change(&values[index])
        if kind == .optional, case .fields(.optional, _) = values[0] { values = [] }
        value = .fields(kind, values)
      }
    case .leaf:
      value = leafValue()
    case .list(var values):
      changeElements(&values)
      value = .list(values)
    case .object:
      value = random(3) == 0 ? self.value(depth: 1) : .object(random(objectCount))
    case .rows(var rows):
      changeRows(&rows)
      value = .rows(rows)
    case .set(var leaves):
      if random(2) == 0 { leaves.insert(leaf()) } else { leaves = Set(leaves.sorted().dropFirst()) }
      value = .set(leaves)
    }
  }

  private mutating func changeElements(_ values: inout [GraphValue]) {
    guard !values.isEmpty
    else { return values.append(value(depth: 1)) }
    let index = random(values.count)
    switch random(5) {
    case 0: values.insert(value(depth: 1), at: index)
    case 1: values.remove(at: index)
    case 2: values.swapAt(index, random(values.count))
    default: change(&values[index])
    }
  }

  private mutating func changeRows(_ rows: inout [Row]) {
    guard !rows.isEmpty
    else { return rows.append(Row(id: leaf(), leaf: leaf())) }
    let index = random(rows.count)
    switch random(4) {
    case 0: rows.insert(Row(id: leaf(), leaf: leaf()), at: index)
    case 1: rows.remove(at: index)
    case 2: rows.swapAt(index, random(rows.count))
    default: rows[index].leaf = leaf()
    }
  }
}
