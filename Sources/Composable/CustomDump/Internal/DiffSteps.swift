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
            ? .unchanged(lhs: lhsSides[i], rhs: rhsSides[j])
            : .changed(lhs: lhsSides[i], rhs: rhsSides[j]))
      }
      next = (i + 1, j + 1)
    }
    return steps
  }

  /// The steps from the elements of one list to those of another.
  ///
  /// - Parameter isNumbered: Whether elements are labeled with their index.
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
    guard !lhs.isOrdered || !rhs.isOrdered
    else { return orderedDictionarySteps(lhs.pairs, rhs.pairs) }
    var entries: [Entry] = []
    var unchanged = 0
    for (key, left) in lhs.pairs {
      let right = rhs.value(forKey: key)
      if let right, equivalence.areEqual(left, right) {
        unchanged += 1
      } else {
        entries.append(Entry(name: dumper.orderingText(of: key), lhs: .some(left), rhs: right))
      }
    }
    for (key, value) in rhs.pairs where lhs.value(forKey: key) == nil {
      entries.append(Entry(name: dumper.orderingText(of: key), lhs: nil, rhs: .some(value)))
    }
    return unorderedSteps(entries, unchanged: unchanged) { "\($0.name): " }
  }

  /// The pairs keep their order, so that a key that has moved counts as removed and inserted.
  private mutating func orderedDictionarySteps(
    _ lhs: [(key: Any, value: Any)], _ rhs: [(key: Any, value: Any)]
  ) -> [DiffStep] {
    let lhsNames = lhs.map { dumper.orderingText(of: $0.key) }
    let rhsNames = rhs.map { dumper.orderingText(of: $0.key) }
    func left(_ index: Int) -> Side {
      Side(
        value: lhs[index].value, head: "\(lhsNames[index]): ", isLast: index == lhs.count - 1)
    }
    func right(_ index: Int) -> Side {
      Side(
        value: rhs[index].value, head: "\(rhsNames[index]): ", isLast: index == rhs.count - 1)
    }
    var steps = StepCollector()
    var next = (lhs: 0, rhs: 0)
    for (i, j) in LineAlignment.align(lhsNames, rhsNames) + [(lhs.count, rhs.count)] {
      for index in next.lhs..<i { steps.append(.removed(left(index))) }
      for index in next.rhs..<j { steps.append(.inserted(right(index))) }
      if i < lhs.count, j < rhs.count {
        if equivalence.areEqual(lhs[i].value, rhs[j].value) {
          steps.unchanged { (left(i), right(j)) }
        } else {
          steps.append(.changed(lhs: left(i), rhs: right(j)))
        }
      }
      next = (i + 1, j + 1)
    }
    return steps.finish()
  }

  mutating func setSteps(_ lhs: any UniqueElements, _ rhs: any UniqueElements) -> [DiffStep] {
    let removed = lhs.members.filter { !rhs.hasMember($0) }
    var entries = removed.map { Entry(name: dumper.orderingText(of: $0), lhs: .some($0)) }
    let indices = Dictionary(
      removed.enumerated().compactMap { index, member in
        identity(of: member).map { ($0, index) }
      },
      uniquingKeysWith: { first, _ in first })
    for member in rhs.members where !lhs.hasMember(member) {
      if let index = identity(of: member).flatMap({ indices[$0] }), entries[index].rhs == nil {
        entries[index].rhs = .some(member)
      } else {
        entries.append(Entry(name: dumper.orderingText(of: member), rhs: .some(member)))
      }
    }
    return unorderedSteps(entries, unchanged: lhs.elementCount - removed.count) { _ in "" }
  }

  /// Something that is in one of two unordered collections, or in both.
  private struct Entry {
    var name: String
    var lhs: Any?
    var rhs: Any?
  }

  /// Changes come first, followed by all unchanged elements at once, since the order is irrelevant.
  private func unorderedSteps(
    _ entries: [Entry], unchanged: Int, head: (Entry) -> String
  ) -> [DiffStep] {
    let entries = entries.sorted { precedes($0.name, $1.name) }
    let lastLHS = unchanged == 0 ? entries.lastIndex { $0.lhs != nil } : nil
    let lastRHS = unchanged == 0 ? entries.lastIndex { $0.rhs != nil } : nil
    var steps: [DiffStep] = []
    for (index, entry) in entries.enumerated() {
      let lhs = entry.lhs.map {
        Side(value: $0, head: head(entry), isLast: index == lastLHS)
      }
      let rhs = entry.rhs.map {
        Side(value: $0, head: head(entry), isLast: index == lastRHS)
      }
      switch (lhs, rhs) {
      case (let lhs?, let rhs?): steps.append(.changed(lhs: lhs, rhs: rhs))
      case (let lhs?, nil): steps.append(.removed(lhs))
      case (nil, let rhs?): steps.append(.inserted(rhs))
      case (nil, nil): break
      }
    }
    if unchanged > 0 { steps.append(.folded(count: unchanged, isLast: true)) }
    return steps
  }

  /// The steps for two objects that differ only in identity.
  func identitySteps(_ pair: ObjectPair, isLast: Bool) -> [DiffStep] {
    [
      .removed(Side(value: pair.lhs, head: "_: ", isLast: isLast)),
      .inserted(Side(value: pair.rhs, head: "_: ", isLast: isLast)),
    ]
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
    guard let (lhs, rhs) = last?()
    else { return }
    steps.append(
      run == 1
        ? .unchanged(lhs: lhs, rhs: rhs)
        : .folded(count: run, isLast: lhs.isLast && rhs.isLast))
    run = 0
    last = nil
  }
}
