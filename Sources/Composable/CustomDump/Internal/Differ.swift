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

  /// The values that a line belongs to.
  private enum Margin {
    case first
    case second
    case both
  }

  let format: DiffFormat
  var dumper = Dumper()
  var equivalence = Equivalence()
  private var text = ""

  /// The objects that lines of each margin show. What one side shows does not count for the other.
  private var visited: [Margin: Set<ObjectIdentifier>] = [:]

  init(format: DiffFormat) {
    self.format = format
  }

  mutating func describe(_ lhs: Any, _ rhs: Any) -> String? {
    guard !equivalence.areEqual(lhs, rhs)
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
    let pair = ObjectPair(lhs: before.object, rhs: now.object)
    guard let (mark, _) = visit(pair, rhs, name: now.name, startingAt: 1, indent: indent)
    else { return }
    let before = Side(
      value: before.shown(before.before), head: lhs.head + mark, isLast: lhs.isLast)
    let after = Side(value: now.shown(now.now), head: rhs.head + mark, isLast: rhs.isLast)
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
    var marks = ("", "")
    var steps =
      lhsFields.isCollection || rhsFields.isCollection
      ? listSteps(
        lhsFields.children.map(\.value), rhsFields.children.map(\.value), isNumbered: false)
      : fieldSteps(lhsFields.children, rhsFields.children)
    let pair = lhsFields.object.flatMap { lhs in
      rhsFields.object.map { ObjectPair(lhs: lhs, rhs: $0) }
    }
    if let pair, pair.lhs != pair.rhs, !steps.hasChanges {
      // No visible part distinguishes the two objects: their identities are shown.
      steps = identitySteps(pair, isLast: lhsFields.children.isEmpty) + steps
    } else if isInline(lhsFields), isInline(rhsFields) {
      return replace(lhs, rhs, indent: indent, isRoot: isRoot, level: level)
    }
    if let pair, steps.hasChanges {
      guard
        let texts = visit(pair, rhs, name: lhsFields.name, startingAt: 0, indent: indent)
      else { return }
      marks = texts
    }
    enclose(
      lhs, rhs, marks: marks, "\(lhsFields.name)(", ")", steps, indent: indent, isRoot: isRoot,
      level: level)
  }

  /// Marks two objects that are about to be shown side by side.
  ///
  /// - Returns: `nil` if their difference was already shown. Then a line that refers to it is
  ///   written.
  private mutating func visit(
    _ pair: ObjectPair, _ side: Side, name: String, startingAt start: Int, indent: Int
  ) -> (String, String)? {
    let visit = dumper.marks.visit(pair, typeName: name, startingAt: start)
    visited[.first, default: []].insert(pair.lhs)
    visited[.second, default: []].insert(pair.rhs)
    guard visit.isRepeated
    else { return visit.texts }
    let (first, second) = visit.texts
    lines(
      "\(side.head)\(first)\(name)(↩︎)\(side.comma)",
      "\(side.head)\(second)\(name)(↩︎)\(side.comma)", indent: indent)
    return nil
  }

  private mutating func enclose(
    _ lhs: Side, _ rhs: Side, marks: (String, String) = ("", ""), _ open: String, _ close: String,
    _ steps: [DiffStep], indent: Int, isRoot: Bool, level: Int
  ) {
    guard steps.hasChanges
    else { return replace(lhs, rhs, indent: indent, isRoot: isRoot, level: level) }
    lines(
      "\(rhs.head)\(marks.0)\(open)", "\(rhs.head)\(marks.1)\(open)", indent: indent)
    write(steps, indent: indent + 2, level: level + 1)
    let comma = lhs.isLast && rhs.isLast ? "" : ","
    line(.both, indent, "\(close)\(comma)")
  }

  private mutating func write(_ steps: [DiffStep], indent: Int, level: Int) {
    for step in steps {
      switch step {
      case .unchanged(let lhs, let rhs):
        let side = Side(value: rhs.value, head: rhs.head, isLast: lhs.isLast && rhs.isLast)
        dump(side, .both, indent: indent, level: level)
      case .folded(let count, let isLast):
        line(.both, indent, "… (\(count) unchanged)\(isLast ? "" : ",")")
      case .changed(let lhs, let rhs):
        diff(lhs, rhs, indent: indent, level: level)
      case .removed(let side):
        dump(side, .first, indent: indent, level: level)
      case .inserted(let side):
        dump(side, .second, indent: indent, level: level)
      }
    }
  }

  /// Writes the complete first value, then the second.
  private mutating func replace(
    _ lhs: Side, _ rhs: Side, indent: Int, isRoot: Bool, level: Int
  ) {
    let lhsText = render(lhs, .first, indent: indent, isRoot: isRoot, level: level)
    let rhsText = render(rhs, .second, indent: indent, isRoot: isRoot, level: level)
    let types = (type(of: lhs.value), type(of: rhs.value))
    var suffixes = ("", "")
    if lhsText == rhsText {
      if types.0 == types.1 {
        line(.both, indent, "// Not equal but no difference detected:")
      } else {
        suffixes = (
          " as \(typeName(types.0, genericArguments: true))",
          " as \(typeName(types.1, genericArguments: true))"
        )
      }
    }
    write(lhsText + suffixes.0 + lhs.comma, .first, indent: indent)
    write(rhsText + suffixes.1 + rhs.comma, .second, indent: indent)
  }

  private mutating func diffLines(
    _ lhs: Side, _ rhs: Side, _ lhsString: String, _ rhsString: String, indent: Int
  ) {
    let lhsLiteral = MultilineLiteral(lhsString)
    let rhsLiteral = MultilineLiteral(rhsString)
    let inner = rhs.head.isEmpty ? indent : indent + 2
    lines("\(lhs.head)\(lhsLiteral.open)", "\(rhs.head)\(rhsLiteral.open)", indent: indent)
    let matches = alignLines(lhsLiteral.lines, rhsLiteral.lines)
    var next = (lhs: 0, rhs: 0)
    for (i, j) in matches + [(lhsLiteral.lines.count, rhsLiteral.lines.count)] {
      for index in next.lhs..<i { line(.first, inner, lhsLiteral.lines[index]) }
      for index in next.rhs..<j { line(.second, inner, rhsLiteral.lines[index]) }
      if j < rhsLiteral.lines.count, i < lhsLiteral.lines.count {
        line(.both, inner, rhsLiteral.lines[j])
      }
      next = (i + 1, j + 1)
    }
    lines("\(lhsLiteral.close)\(lhs.comma)", "\(rhsLiteral.close)\(rhs.comma)", indent: inner)
  }

  private mutating func dump(_ side: Side, _ margin: Margin, indent: Int, level: Int) {
    let rendered = render(side, margin, indent: indent, isRoot: false, level: level)
    write(rendered + side.comma, margin, indent: indent)
  }

  /// The text of a value: complete, or folded if both sides have it.
  private mutating func render(
    _ side: Side, _ margin: Margin, indent: Int, isRoot: Bool, level: Int
  ) -> String {
    swap(&dumper.marks.visited, &visited[margin, default: []])
    defer { swap(&dumper.marks.visited, &visited[margin, default: []]) }
    return dumper.render(
      side.value, head: side.head, indent: indent, isRoot: isRoot,
      maxDepth: margin == .both ? 0 : .max, level: level)
  }

  /// Writes text whose second and later lines are indented already.
  private mutating func write(_ content: String, _ margin: Margin, indent: Int) {
    for (index, part) in splitLines(content).enumerated() {
      line(margin, index == 0 ? indent : 0, part)
    }
  }

  /// Writes the lines of both values, as one if they are the same.
  private mutating func lines(_ first: String, _ second: String, indent: Int) {
    guard first != second
    else { return line(.both, indent, first) }
    line(.first, indent, first)
    line(.second, indent, second)
  }

  private mutating func line(_ margin: Margin, _ indent: Int, _ content: some StringProtocol) {
    if !text.isEmpty { text += "\n" }
    switch margin {
    case .first: text += format.first
    case .second: text += format.second
    case .both: text += format.both
    }
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
