/// Joins JavaScript modules into one, so that a browser sends one request for all of them. Rules:
/// imports and exports begin a line, imports have no cycles, and only the entry awaits.
struct ModuleBundle {
  private let source: (String) -> String?
  private var parts: [String] = []
  private var seen: Set<String> = []

  static func text(of entry: String, source: @escaping (String) -> String?) -> String {
    var bundle = Self(source: source)
    bundle.add(entry, isEntry: true)
    return bundle.parts.joined()
  }

  private init(source: @escaping (String) -> String?) {
    self.source = source
  }

  private mutating func add(_ name: String, isEntry: Bool = false) {
    guard seen.insert(name).inserted, let text = source(name)
    else { return }
    var exported: [Substring] = []
    var lines: [String] = []
    var statement: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if statement != nil || line.hasPrefix("import {") {
        let whole = (statement ?? "") + line
        let isComplete = line.hasSuffix(".js\";")
        statement = isComplete ? nil : whole
        if isComplete { lines.append(imported(by: whole)) }
      } else if line.hasPrefix("export ") {
        let declaration = line.dropFirst("export ".count)
        exported += Self.name(declaredBy: declaration).map { [$0] } ?? []
        lines.append(String(declaration))
      } else {
        lines.append(String(line))
      }
    }
    let body = lines.joined(separator: "\n")
    parts.append(
      isEntry
        ? "{\n\(body)}\n"
        : """
        const \(Self.variable(of: name)) = (() => {
        \(body)return { \(exported.joined(separator: ", ")) };
        })();

        """)
  }

  private mutating func imported(by statement: String) -> String {
    let parts = statement.dropFirst("import ".count).split(separator: "} from \"./")
    let name = String((parts.last ?? "").dropLast("\";".count))
    add(name)
    let names = (parts.first ?? "").replacing(" as ", with: ": ")
    return "const \(names)} = \(Self.variable(of: name));"
  }

  private static func name(declaredBy declaration: Substring) -> Substring? {
    declaration.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      .first { !["async", "class", "const", "function"].contains($0) }
  }

  private static func variable(of name: String) -> String {
    "$" + name.dropLast(".js".count).replacing("-", with: "_")
  }
}
