/// Writes the reflector's result.
struct Dumper {
  /// Values nested deeper than this are shown as `…`, so that no value can exhaust the stack.
  static let deepestLevel = 256

  var reflector = Reflector()
  var marks = ObjectMarks()
  private var text = ""

  /// The text of one value.
  ///
  /// - Parameters:
  ///   - head: The label and mark before the value.
  ///   - indent: The indentation of the second and later lines.
  ///   - level: The depth of the value.
  ///   - indentsFirst: Whether the first line is indented, too.
  mutating func render(
    _ value: Any, head: String, indent: Int, isRoot: Bool = true, maxDepth: Int, level: Int,
    indentsFirst: Bool = false
  ) -> String {
    text = indentsFirst ? String(repeating: " ", count: indent) : ""
    text += head
    let node = reflector.reflect(value, isRoot: isRoot)
    write(node, isNamed: !head.isEmpty, indent: indent, depth: maxDepth, level: level)
    defer { text = "" }
    return text
  }

  private mutating func write(
    _ node: Node, isNamed: Bool, indent: Int, depth: Int, level: Int
  ) {
    let depth = level >= Self.deepestLevel ? 0 : depth
    switch node {
    case .text(let string):
      write(lines: string, indent: indent)
    case .string(let string):
      writeString(string, isNamed: isNamed, indent: indent, depth: depth)
    case .fields(let fields):
      write(fields, indent: indent, depth: depth, level: level)
    case .list(let list):
      write(
        open: "[", close: "]", count: list.elementCount, indent: indent, depth: depth,
        level: level
      ) { ("[\($0)]: ", list.element(at: $0)) }
    case .dictionary(let dictionary):
      guard dictionary.elementCount > 0
      else {
        text += "[:]"
        return
      }
      guard depth > 0
      else {
        text += "[…]"
        return
      }
      let pairs = dictionary.isOrdered ? named(dictionary.pairs) : sorted(dictionary.pairs)
      write(
        open: "[", close: "]", count: pairs.count, indent: indent, depth: depth, level: level
      ) { ("\(pairs[$0].name): ", pairs[$0].pair.value) }
    case .set(let set):
      guard depth > 0
      else {
        text += set.elementCount == 0 ? "Set([])" : "Set([…])"
        return
      }
      let members = sorted(set.members)
      write(
        open: "Set([", close: "])", count: members.count, indent: indent, depth: depth,
        level: level
      ) { ("", members[$0]) }
    case .reference(let reference):
      let mark = marks.visit(reference.object, typeName: reference.name, startingAt: 1)
      text += mark.text
      if mark.isRepeated {
        text += "\(reference.name)(↩︎)"
      } else {
        write(
          reflector.reflect(reference.shown(reference.now), isRoot: true), isNamed: isNamed,
          indent: indent, depth: depth, level: level)
      }
    }
  }

  private mutating func write(_ fields: Node.Fields, indent: Int, depth: Int, level: Int) {
    if let object = fields.object {
      let mark = marks.visit(object, typeName: fields.name, startingAt: 0)
      text += mark.text
      if mark.isRepeated {
        text += "\(fields.name)(↩︎)"
        return
      }
    }
    text += fields.name
    if fields.isOpaque {
      text += "(…)"
      return
    }
    if fields.children.count == 1, let child = fields.children.first {
      let node = reflector.reflect(child.value)
      if node.isLeaf {
        text += "(\(child.head)"
        write(node, isNamed: true, indent: indent, depth: depth, level: level + 1)
        text += ")"
        return
      }
    }
    write(
      open: "(", close: ")", count: fields.children.count, indent: indent, depth: depth,
      level: level
    ) { (fields.children[$0].head, fields.children[$0].value) }
  }

  private mutating func write(
    open: String, close: String, count: Int, indent: Int, depth: Int, level: Int,
    _ child: (Int) -> (head: String, value: Any)
  ) {
    text += open
    if count > 0, depth <= 0 {
      text += "…"
    } else if count > 0 {
      for index in 0..<count {
        newline(indent + 2)
        let (head, value) = child(index)
        text += head
        write(
          reflector.reflect(value), isNamed: !head.isEmpty, indent: indent + 2, depth: depth - 1,
          level: level + 1)
        if index < count - 1 { text += "," }
      }
      newline(indent)
    }
    text += close
  }

  private mutating func writeString(_ string: String, isNamed: Bool, indent: Int, depth: Int) {
    guard string.utf8.contains(UInt8(ascii: "\n"))
    else {
      text += singleLineLiteral(string)
      return
    }
    let literal = MultilineLiteral(string)
    guard depth > 0
    else {
      text += "\(literal.open)…\(literal.close)"
      return
    }
    let inner = isNamed ? indent + 2 : indent
    text += literal.open
    for line in literal.lines {
      newline(inner)
      text += line
    }
    newline(inner)
    text += literal.close
  }

  private mutating func write(lines string: String, indent: Int) {
    guard string.utf8.contains(UInt8(ascii: "\n"))
    else {
      text += string
      return
    }
    for (index, line) in splitLines(string).enumerated() {
      if index > 0 { newline(indent) }
      text += line
    }
  }

  private mutating func newline(_ indent: Int) {
    text += "\n"
    text += String(repeating: " ", count: indent)
  }
}

extension Dumper {
  /// Returns the text for sorting a key or a member of a set, in one line.
  mutating func orderingText(of value: Any) -> String {
    var dumper = Dumper()
    swap(&dumper.reflector, &reflector)
    defer { swap(&dumper.reflector, &reflector) }
    return dumper.render(value, head: "", indent: 0, isRoot: false, maxDepth: .max, level: 0)
  }

  mutating func sorted(
    _ pairs: [(key: Any, value: Any)]
  ) -> [(name: String, pair: (key: Any, value: Any))] {
    named(pairs).sorted { precedes($0.name, $1.name) }
  }

  private mutating func named(
    _ pairs: [(key: Any, value: Any)]
  ) -> [(name: String, pair: (key: Any, value: Any))] {
    pairs.map { (name: orderingText(of: $0.key), pair: $0) }
  }

  mutating func sorted(_ members: [Any]) -> [Any] {
    members
      .map { (text: orderingText(of: $0), member: $0) }
      .sorted { precedes($0.text, $1.text) }
      .map(\.member)
  }
}

/// Numbers are compared as numbers, also after a `#`; everything else as text.
func precedes(_ lhs: String, _ rhs: String) -> Bool {
  if let lhs = number(lhs), let rhs = number(rhs), lhs != rhs { return lhs < rhs }
  return lhs < rhs
}

private func number(_ text: String) -> Double? {
  Double(text.first == "#" ? text.dropFirst() : text[...])
}
