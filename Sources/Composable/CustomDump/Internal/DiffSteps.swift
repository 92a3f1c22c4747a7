extension Differ {
  /// The steps from the fields of one value to those of another. Fields are matched by label.
  mutating func fieldSteps(_ lhs: [Node.Child], _ rhs: [Node.Child]) -> [DiffStep] {
    let lhsSides = lhs.enumerated().map { index, child in
      Side(value: child.value, head: child.head, isLast: index == lhs.count - 1)
    }
    let rhsSides = rhs.enumerated().map { index, child in
      Side(value: child.value, head: child.head, isLast: index == rhs.count - 1)
    }
    let matches =
      lhs.map(\.label) == rhs.map(\.label)
      ? lhs.indices.map { ($0, $0) }
      : LineAlignment.align(lhs.map(\.label), rhs.map(\.label))
    var steps: [DiffStep] = []
    var next = (lhs: 0, rhs: 0)
    for (i, j) in matches + [(lhs.count, rhs.count)] {
      steps += (next.lhs..<i).map { .removed(lhsSides[$0]) }
      steps += (next.rhs..<j).map { .inserted(rhsSides[$0]) }
      if i < lhs.count, j < rhs.count {
        steps.append(
          equivalence.areEqual(lhs[i].value, rhs[j].value)
            ? .unchanged([(lhsSides[i], rhsSides[j])], count: 1)
            : .changed(lhs: lhsSides[i], rhs: rhsSides[j]))
      }
      next = (i + 1, j + 1)
    }
    return steps
  }

  /// The steps from the elements of one list to those of another.
  ///
  /// - Parameter isNumbered: Whether elements are labelled with their index.
  mutating func listSteps(
    _ lhs: any ElementList, _ rhs: any ElementList, isNumbered: Bool = true
  ) -> [DiffStep] {
    let ends = lhs.commonEnds(with: rhs) { equivalence.areEqual($0, $1) }
    let lhsCount = lhs.elementCount
    let rhsCount = rhs.elementCount
    let lhsMiddle = (ends.prefix..<(lhsCount - ends.suffix)).map { lhs.element(at: $0) }
    let rhsMiddle = (ends.prefix..<(rhsCount - ends.suffix)).map { rhs.element(at: $0) }
    let matches = align(lhsMiddle, rhsMiddle)

    func side(_ list: any ElementList, _ index: Int) -> Side {
      Side(
        value: list.element(at: index), head: isNumbered ? "[\(index)]: " : "",
        isLast: index == list.elementCount - 1)
    }
    var steps = StepCollector()
    for index in 0..<ends.prefix {
      steps.unchanged { (side(lhs, index), side(rhs, index)) }
    }
    var next = (lhs: 0, rhs: 0)
    for (i, j) in matches + [(lhsMiddle.count, rhsMiddle.count)] {
      let removed = Array(next.lhs..<i)
      let inserted = Array(next.rhs..<j)
      let paired = zip(removed, inserted).prefix {
        areReplacements(lhsMiddle[$0], rhsMiddle[$1])
      }.count
      for index in 0..<paired {
        steps.append(
          .changed(
            lhs: side(lhs, ends.prefix + removed[index]),
            rhs: side(rhs, ends.prefix + inserted[index])))
      }
      for index in removed.dropFirst(paired) {
        steps.append(.removed(side(lhs, ends.prefix + index)))
      }
      for index in inserted.dropFirst(paired) {
        steps.append(.inserted(side(rhs, ends.prefix + index)))
      }
      if i < lhsMiddle.count, j < rhsMiddle.count {
        if equivalence.areEqual(lhsMiddle[i], rhsMiddle[j]) {
          steps.unchanged { (side(lhs, ends.prefix + i), side(rhs, ends.prefix + j)) }
        } else {
          steps.append(
            .changed(lhs: side(lhs, ends.prefix + i), rhs: side(rhs, ends.prefix + j)))
        }
      }
      next = (i + 1, j + 1)
    }
    for offset in (0..<ends.suffix).reversed() {
      steps.unchanged { (side(lhs, lhsCount - 1 - offset), side(rhs, rhsCount - 1 - offset)) }
    }
    return steps.finish()
  }

  mutating func dictionarySteps(
    _ lhs: any KeyedElements, _ rhs: any KeyedElements
  ) -> [DiffStep] {
    var entries: [(name: String, lhs: Any?, rhs: Any?)] = lhs.pairs.map { key, value in
      (dumper.orderingText(of: key), .some(value), rhs.value(forKey: key))
    }
    for (key, value) in rhs.pairs where lhs.value(forKey: key) == nil {
      entries.append((dumper.orderingText(of: key), nil, .some(value)))
    }
    entries.sort { precedes($0.name, $1.name) }
    let lastLHS = entries.lastIndex { $0.lhs != nil }
    let lastRHS = entries.lastIndex { $0.rhs != nil }
    var steps = StepCollector()
    for (index, entry) in entries.enumerated() {
      func side(_ value: Any, _ last: Int?) -> Side {
        Side(value: value, head: "\(entry.name): ", isLast: index == last)
      }
      switch (entry.lhs, entry.rhs) {
      case (let left?, let right?):
        if equivalence.areEqual(left, right) {
          steps.unchanged { (side(left, lastLHS), side(right, lastRHS)) }
        } else {
          steps.append(.changed(lhs: side(left, lastLHS), rhs: side(right, lastRHS)))
        }
      case (let left?, nil): steps.append(.removed(side(left, lastLHS)))
      case (nil, let right?): steps.append(.inserted(side(right, lastRHS)))
      case (nil, nil): break
      }
    }
    return steps.finish()
  }

  mutating func setSteps(_ lhs: any UniqueElements, _ rhs: any UniqueElements) -> [DiffStep] {
    var entries: [(text: String, lhs: Any?, rhs: Any?)] = []
    var inserted = rhs.members.filter { !lhs.hasMember($0) }
    for member in lhs.members {
      let text = dumper.orderingText(of: member)
      if rhs.hasMember(member) {
        entries.append((text, member, member))
      } else if let id = identity(of: member),
        let index = inserted.firstIndex(where: { identity(of: $0) == id })
      {
        entries.append((text, member, inserted.remove(at: index)))
      } else {
        entries.append((text, member, nil))
      }
    }
    for member in inserted { entries.append((dumper.orderingText(of: member), nil, member)) }
    entries.sort { precedes($0.text, $1.text) }
    let lastLHS = entries.lastIndex { $0.lhs != nil }
    let lastRHS = entries.lastIndex { $0.rhs != nil }
    var steps = StepCollector()
    for (index, entry) in entries.enumerated() {
      switch (entry.lhs, entry.rhs) {
      case (let left?, let right?):
        let sides = (
          Side(value: left, head: "", isLast: index == lastLHS),
          Side(value: right, head: "", isLast: index == lastRHS)
        )
        if rhs.hasMember(left) {
          steps.unchanged { sides }
        } else {
          steps.append(.changed(lhs: sides.0, rhs: sides.1))
        }
      case (let left?, nil):
        steps.append(.removed(Side(value: left, head: "", isLast: index == lastLHS)))
      case (nil, let right?):
        steps.append(.inserted(Side(value: right, head: "", isLast: index == lastRHS)))
      case (nil, nil): break
      }
    }
    return steps.finish()
  }

  private mutating func align(_ lhs: [Any], _ rhs: [Any]) -> [(Int, Int)] {
    guard !lhs.isEmpty, !rhs.isEmpty
    else { return [] }
    let lhsIdentities = lhs.compactMap(identity)
    let rhsIdentities = rhs.compactMap(identity)
    if lhsIdentities.count == lhs.count, rhsIdentities.count == rhs.count {
      return LineAlignment.align(lhsIdentities, rhsIdentities)
    }
    let lhsHashables = lhs.compactMap { $0 as? AnyHashable }
    let rhsHashables = rhs.compactMap { $0 as? AnyHashable }
    if lhsHashables.count == lhs.count, rhsHashables.count == rhs.count {
      return LineAlignment.align(lhsHashables, rhsHashables)
    }
    return LineAlignment.align(lhs.count, rhs.count, maxEdits: 100) {
      equivalence.areEqual(lhs[$0], rhs[$1])
    }
  }

  /// Whether one element in the place of another is best shown as a change within it.
  private func areReplacements(_ lhs: Any, _ rhs: Any) -> Bool {
    guard type(of: lhs) == type(of: rhs)
    else { return false }
    return identity(of: lhs) == identity(of: rhs)
  }

  private func identity(of value: Any) -> AnyHashable? {
    func open<T: Identifiable>(_ value: T) -> AnyHashable { AnyHashable(value.id) }
    return (value as? any Identifiable).map { open($0) }
  }
}

/// Gathers steps, and joins unchanged elements in a row.
private struct StepCollector {
  private var steps: [Differ.DiffStep] = []
  private var run = 0
  private var last: (() -> (Differ.Side, Differ.Side))?

  mutating func unchanged(_ sides: @escaping () -> (Differ.Side, Differ.Side)) {
    run += 1
    last = sides
  }

  mutating func append(_ step: Differ.DiffStep) {
    flush()
    steps.append(step)
  }

  mutating func finish() -> [Differ.DiffStep] {
    flush()
    return steps
  }

  private mutating func flush() {
    guard let sides = last
    else { return }
    // Only the last of several is kept: it tells whether a comma follows.
    let (lhs, rhs) = sides()
    steps.append(.unchanged([(lhs, rhs)], count: run))
    run = 0
    last = nil
  }
}
