/// Writes how two values differ, line by line.
struct Differ {
  /// A value with its label, and whether more values follow.
  struct Side {
    var value: Any
    var head: String
    var isLast: Bool

    var comma: String { isLast ? "" : "," }
  }

  /// A part of the description, in the order in which parts are written.
  enum DiffStep {
    case unchanged(lhs: Side, rhs: Side)
    case folded(count: Int, isLast: Bool)
    case changed(lhs: Side, rhs: Side)
    case removed(Side)
    case inserted(Side)
  }

  let format: DiffFormat
  var dumper = Dumper()
  var equivalence = Equivalence()
  private var text = ""

  init(format: DiffFormat) {
    self.format = format
  }

  mutating func describe(_ lhs: Any, _ rhs: Any) -> String? {
    guard !equivalence.areEqual(lhs, rhs) || equivalence.hasMetCycle
    else { return nil }
    diff(
      Side(value: lhs, head: "", isLast: true), Side(value: rhs, head: "", isLast: true),
      indent: 0, isRoot: true, level: 0)
    return text
  }

  /// Describes two values that are known to differ.
  private mutating func diff(
    _ lhs: Side, _ rhs: Side, indent: Int, isRoot: Bool = false, level: Int
  ) {
    guard level < Dumper.deepestLevel, type(of: lhs.value) == type(of: rhs.value)
    else { return replace(lhs, rhs, indent: indent, isRoot: isRoot, level: level) }
    let lhsNode = dumper.reflector.reflect(lhs.value, isRoot: isRoot)
    let rhsNode = dumper.reflector.reflect(rhs.value, isRoot: isRoot)
    switch (lhsNode, rhsNode) {
    case (.reference(let before), .reference(let now)) where before.object == now.object:
      diff(lhs, rhs, before, now, indent: indent, level: level)
    case (.fields(let lhsFields), .fields(let rhsFields))
    where lhsFields.name == rhsFields.name && !lhsFields.isOpaque:
      diff(lhs, rhs, lhsFields, rhsFields, indent: indent, isRoot: isRoot, level: level)
    case (.list(let lhsList), .list(let rhsList)):
      let steps = listSteps(lhsList, rhsList)
      enclose(lhs, rhs, "[", "]", steps, indent: indent, isRoot: isRoot, level: level)
    case (.dictionary(let lhsPairs), .dictionary(let rhsPairs)):
      let steps = dictionarySteps(lhsPairs, rhsPairs)
      enclose(lhs, rhs, "[", "]", steps, indent: indent, isRoot: isRoot, level: level)
    case (.set(let lhsSet), .set(let rhsSet)):
      let steps = setSteps(lhsSet, rhsSet)
      enclose(lhs, rhs, "Set([", "])", steps, indent: indent, isRoot: isRoot, level: level)
    case (.string(let lhsString), .string(let rhsString))
    where lhsString.utf8.contains(10) && rhsString.utf8.contains(10):
      diffLines(lhs, rhs, lhsString, rhsString, indent: indent)
    default:
      replace(lhs, rhs, indent: indent, isRoot: isRoot, level: level)
    }
  }

  private mutating func isInline(_ fields: Node.Fields) -> Bool {
    fields.children.isEmpty
      || fields.children.count == 1
        && dumper.reflector.reflect(fields.children[0].value).isLeaf
  }

  private mutating func diff(
    _ lhs: Side, _ rhs: Side, _ before: Node.ObjectReference, _ now: Node.ObjectReference,
    indent: Int,
    level: Int
  ) {
    let mark = dumper.marks.visit(now.object, typeName: now.name, startingAt: 1)
    if mark.isRepeated {
      line(format.both, indent, "\(rhs.head)\(mark.text)\(now.name)(↩︎)\(rhs.comma)")
      return
    }
    let before = Side(value: before.before, head: lhs.head + mark.text, isLast: lhs.isLast)
    let after = Side(value: now.now, head: rhs.head + mark.text, isLast: rhs.isLast)
    guard type(of: before.value) == type(of: after.value),
      case .list(let lhsList as MirrorElements) = dumper.reflector.reflect(before.value),
      case .list(let rhsList as MirrorElements) = dumper.reflector.reflect(after.value)
    else { return diff(before, after, indent: indent, isRoot: true, level: level + 1) }
    // A custom collection is shown with the name of its type.
    let steps = listSteps(lhsList, rhsList, isNumbered: false)
    enclose(
      before, after, "\(now.name)(", ")", steps, indent: indent, isRoot: true, level: level + 1)
  }

  private mutating func diff(
    _ lhs: Side, _ rhs: Side, _ lhsFields: Node.Fields, _ rhsFields: Node.Fields, indent: Int,
    isRoot: Bool, level: Int
  ) {
    var mark = ""
    var steps =
      lhsFields.isCollection || rhsFields.isCollection
      ? listSteps(
        lhsFields.children.map(\.value), rhsFields.children.map(\.value), isNumbered: false)
      : fieldSteps(lhsFields.children, rhsFields.children)
    let objects = both(lhsFields.object, rhsFields.object)
    if let objects, objects.0 != objects.1, !steps.hasChanges {
      // No visible part distinguishes the two objects: their identities are shown.
      steps = identitySteps(objects, isLast: lhsFields.children.isEmpty) + steps
    } else if isInline(lhsFields), isInline(rhsFields) {
      return replace(lhs, rhs, indent: indent, isRoot: isRoot, level: level)
    }
    if let objects, steps.hasChanges {
      let visit = dumper.marks.visit(objects.0, typeName: lhsFields.name, startingAt: 0)
      mark = visit.text
      dumper.marks.pair(objects.1, with: objects.0)
      if visit.isRepeated {
        line(format.both, indent, "\(rhs.head)\(mark)\(lhsFields.name)(↩︎)\(rhs.comma)")
        return
      }
    }
    enclose(
      lhs, rhs, "\(mark)\(lhsFields.name)(", ")", steps, indent: indent, isRoot: isRoot,
      level: level)
  }

  private mutating func enclose(
    _ lhs: Side, _ rhs: Side, _ open: String, _ close: String, _ steps: [DiffStep], indent: Int,
    isRoot: Bool, level: Int
  ) {
    guard steps.hasChanges
    else { return replace(lhs, rhs, indent: indent, isRoot: isRoot, level: level) }
    line(format.both, indent, "\(rhs.head)\(open)")
    write(steps, indent: indent + 2, level: level + 1)
    let comma = lhs.isLast && rhs.isLast ? "" : ","
    line(format.both, indent, "\(close)\(comma)")
  }

  private mutating func write(_ steps: [DiffStep], indent: Int, level: Int) {
    for step in steps {
      switch step {
      case .unchanged(let lhs, let rhs):
        let comma = lhs.isLast && rhs.isLast ? "" : ","
        dump(rhs, gutter: format.both, comma: comma, indent: indent, depth: 0, level: level)
      case .folded(let count, let isLast):
        line(format.both, indent, "… (\(count) unchanged)\(isLast ? "" : ",")")
      case .changed(let lhs, let rhs):
        diff(lhs, rhs, indent: indent, level: level)
      case .removed(let side):
        dump(
          side, gutter: format.first, comma: side.comma, indent: indent, depth: .max, level: level)
      case .inserted(let side):
        dump(
          side, gutter: format.second, comma: side.comma, indent: indent, depth: .max,
          level: level)
      }
    }
  }

  /// Writes the complete first value, then the second.
  private mutating func replace(
    _ lhs: Side, _ rhs: Side, indent: Int, isRoot: Bool, level: Int
  ) {
    // Each side is complete: parts shown by the other are shown again.
    let visited = dumper.marks.visited
    let lhsText = dumper.render(
      lhs.value, head: lhs.head, indent: indent, isRoot: isRoot, maxDepth: .max, level: level)
    let lhsVisited = dumper.marks.visited
    dumper.marks.visited = visited
    let rhsText = dumper.render(
      rhs.value, head: rhs.head, indent: indent, isRoot: isRoot, maxDepth: .max, level: level)
    dumper.marks.visited.formUnion(lhsVisited)
    let types = (type(of: lhs.value), type(of: rhs.value))
    var suffixes = ("", "")
    if lhsText == rhsText {
      if types.0 == types.1 {
        line(format.both, indent, "// Not equal but no difference detected:")
      } else {
        suffixes = (
          " as \(typeName(types.0, genericArguments: true))",
          " as \(typeName(types.1, genericArguments: true))"
        )
      }
    }
    lines(format.first, indent, lhsText + suffixes.0 + lhs.comma)
    lines(format.second, indent, rhsText + suffixes.1 + rhs.comma)
  }

  private mutating func diffLines(
    _ lhs: Side, _ rhs: Side, _ lhsString: String, _ rhsString: String, indent: Int
  ) {
    let lhsLiteral = MultilineLiteral(lhsString)
    let rhsLiteral = MultilineLiteral(rhsString)
    let isSame = lhsLiteral.open == rhsLiteral.open && lhs.head == rhs.head
    let inner = rhs.head.isEmpty ? indent : indent + 2
    if isSame {
      line(format.both, indent, "\(rhs.head)\(rhsLiteral.open)")
    } else {
      line(format.first, indent, "\(lhs.head)\(lhsLiteral.open)")
      line(format.second, indent, "\(rhs.head)\(rhsLiteral.open)")
    }
    let matches = alignLines(lhsLiteral.lines, rhsLiteral.lines)
    var next = (lhs: 0, rhs: 0)
    for (i, j) in matches + [(lhsLiteral.lines.count, rhsLiteral.lines.count)] {
      for index in next.lhs..<i { line(format.first, inner, lhsLiteral.lines[index]) }
      for index in next.rhs..<j { line(format.second, inner, rhsLiteral.lines[index]) }
      if j < rhsLiteral.lines.count, i < lhsLiteral.lines.count {
        line(format.both, inner, rhsLiteral.lines[j])
      }
      next = (i + 1, j + 1)
    }
    if isSame, lhs.isLast == rhs.isLast {
      line(format.both, inner, "\(rhsLiteral.close)\(rhs.comma)")
    } else {
      line(format.first, inner, "\(lhsLiteral.close)\(lhs.comma)")
      line(format.second, inner, "\(rhsLiteral.close)\(rhs.comma)")
    }
  }

  private mutating func dump(
    _ side: Side, gutter: String, comma: String, indent: Int, depth: Int, level: Int
  ) {
    let rendered = dumper.render(
      side.value, head: side.head, indent: indent, isRoot: false, maxDepth: depth, level: level)
    lines(gutter, indent, rendered + comma)
  }

  /// Writes text whose second and later lines are indented already.
  private mutating func lines(_ gutter: String, _ indent: Int, _ content: String) {
    for (index, part) in splitLines(content).enumerated() {
      line(gutter, index == 0 ? indent : 0, part)
    }
  }

  private mutating func line(_ gutter: String, _ indent: Int, _ content: some StringProtocol) {
    if !text.isEmpty { text += "\n" }
    text += gutter
    text += " "
    text += String(repeating: " ", count: indent)
    text += content
  }
}

extension [Differ.DiffStep] {
  /// Whether anything changed.
  fileprivate var hasChanges: Bool {
    contains {
      switch $0 {
      case .unchanged, .folded: false
      case .changed, .removed, .inserted: true
      }
    }
  }
}

private func both<T>(_ lhs: T?, _ rhs: T?) -> (T, T)? {
  lhs.flatMap { lhs in rhs.map { (lhs, $0) } }
}

private func alignLines(_ lhs: [String], _ rhs: [String]) -> [(Int, Int)] {
  var prefix = 0
  while prefix < lhs.count, prefix < rhs.count, lhs[prefix] == rhs[prefix] { prefix += 1 }
  var suffix = 0
  while suffix < lhs.count - prefix, suffix < rhs.count - prefix,
    lhs[lhs.count - 1 - suffix] == rhs[rhs.count - 1 - suffix]
  {
    suffix += 1
  }
  let middle = LineAlignment.align(
    Array(lhs[prefix..<(lhs.count - suffix)]), Array(rhs[prefix..<(rhs.count - suffix)]))
  return (0..<prefix).map { ($0, $0) }
    + middle.map { ($0.0 + prefix, $0.1 + prefix) }
    + (0..<suffix).map { (lhs.count - suffix + $0, rhs.count - suffix + $0) }
}
