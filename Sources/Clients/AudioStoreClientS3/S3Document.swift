/// The XML subset of S3's responses: nested elements, with text in the innermost.
/// Input is untrusted, so custom entities and deep nesting are rejected.
struct S3Document: Equatable, Sendable {
  let name: String
  private(set) var children: [S3Document] = []
  private(set) var text = ""

  private static let depthLimit = 16

  init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    var reader = S3DocumentReader(text)
    guard let root = reader.root(depthLimit: Self.depthLimit)
    else { return nil }
    self = root
  }

  fileprivate init(name: String) { self.name = name }

  subscript(name: String) -> String? { children.first { $0.name == name }?.text }

  func all(_ name: String) -> [S3Document] { children.filter { $0.name == name } }

  fileprivate mutating func add(_ child: S3Document) { children.append(child) }

  fileprivate mutating func add(_ text: some StringProtocol) { self.text += text }
}

private struct S3DocumentReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  mutating func root(depthLimit: Int) -> S3Document? {
    if starts(with: "\u{FEFF}") { rest = rest.dropFirst(3) }
    var open: [S3Document] = []
    while true {
      if open.isEmpty { skipSpace() }
      guard !rest.isEmpty
      else { return nil }
      if starts(with: "<?") {
        guard skip(past: "?>") else { return nil }
      } else if starts(with: "<!--") {
        guard skip(past: "-->") else { return nil }
      } else if starts(with: "<![CDATA["), !open.isEmpty {
        rest = rest.dropFirst(9)
        guard let end = position(of: "]]>")
        else { return nil }
        open[open.count - 1].add(Substring(rest[..<end]))
        _ = skip(past: "]]>")
      } else if starts(with: "<!") {
        // A DTD could define entities that expand.
        return nil
      } else if starts(with: "</") {
        rest = rest.dropFirst(2)
        guard let name = name(), let element = open.popLast(), element.name == name
        else { return nil }
        skipSpace()
        guard rest.popFirst() == UInt8(ascii: ">")
        else { return nil }
        guard !open.isEmpty
        else { return element }
        open[open.count - 1].add(element)
      } else if starts(with: "<") {
        rest = rest.dropFirst()
        guard open.count < depthLimit, let name = name(), let isEmpty = skipAttributes()
        else { return nil }
        let element = S3Document(name: name)
        if !isEmpty {
          open.append(element)
        } else if open.isEmpty {
          return element
        } else {
          open[open.count - 1].add(element)
        }
      } else {
        let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        guard !open.isEmpty, let text = Self.resolved(Substring(rest[..<end]))
        else { return nil }
        rest = rest[end...]
        open[open.count - 1].add(text)
      }
    }
  }

  private func starts(with text: String) -> Bool { rest.starts(with: text.utf8) }

  private mutating func skipSpace() {
    rest = rest.drop { [9, 10, 13, 32].contains($0) }
  }

  private func position(of text: String) -> Substring.Index? {
    Substring(rest).firstRange(of: text)?.lowerBound
  }

  private mutating func skip(past text: String) -> Bool {
    guard let start = position(of: text)
    else { return false }
    rest = rest[start...].dropFirst(text.utf8.count)
    return true
  }

  private mutating func name() -> String? {
    let name = rest.prefix {
      ![9, 10, 13, 32, UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<")].contains($0)
    }
    rest = rest[name.endIndex...]
    let text = String(Substring(name)).split(separator: ":").last.map(String.init)
    return text?.isEmpty == false ? text : nil
  }

  private mutating func skipAttributes() -> Bool? {
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: ">"):
        rest = rest.dropFirst()
        return false
      case UInt8(ascii: "/"):
        rest = rest.dropFirst()
        return rest.popFirst() == UInt8(ascii: ">") ? true : nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: byte)
        else { return nil }
        rest = rest[end...].dropFirst()
      case UInt8(ascii: "<"):
        return nil
      default:
        rest = rest.dropFirst()
      }
    }
    return nil
  }

  private static func resolved(_ text: Substring) -> String? {
    guard text.utf8.contains(UInt8(ascii: "&"))
    else { return String(text) }
    var result = ""
    var rest = text
    while let sign = rest.firstIndex(of: "&") {
      result += rest[..<sign]
      guard let end = rest[sign...].firstIndex(of: ";"),
        let scalar = scalar(rest[rest.index(after: sign)..<end])
      else { return nil }
      result.unicodeScalars.append(scalar)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func scalar(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "apos": "'"
    case "gt": ">"
    case "lt": "<"
    case "quot": "\""
    case let name where name.hasPrefix("#x"):
      UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case let name where name.hasPrefix("#"):
      UInt32(name.dropFirst(1)).flatMap(Unicode.Scalar.init)
    default: nil
    }
  }
}
