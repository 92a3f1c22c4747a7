/// A line of `Package.swift` that declares a target: `feature("SearchFeature", …)`.
struct Declaration {
  let function: String
  let heading: String
  let name: String

  var description: String { "\(function)(\"\(name)\", …)" }
}

extension Manifest {
  /// The declarations in the order in which they stand.
  var declarations: [Declaration] {
    var declarations: [Declaration] = []
    var heading = ""
    var open: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("// MARK: - ") {
        heading = String(line.dropFirst("// MARK: - ".count))
        if heading == "Helpers" { break }
      } else if let match = line.wholeMatch(of: /([a-zA-Z]+)\("(\w+)".*/) {
        declarations.append(
          Declaration(function: String(match.1), heading: heading, name: String(match.2)))
      } else if let match = line.wholeMatch(of: /([a-zA-Z]+)\(/) {
        open = match.1
      } else if let function = open, let match = line.wholeMatch(of: /\ \ "(\w+)",.*/) {
        declarations.append(
          Declaration(function: String(function), heading: heading, name: String(match.1)))
        open = nil
      }
    }
    return declarations
  }

  /// What to write so that one target may import another.
  func adding(_ name: String, to target: Target) -> String {
    "Package.swift: add \"\(name)\" to \(place(of: target))"
  }

  /// What to take away so that one target no longer depends on another.
  func taking(_ name: String, from target: Target) -> String {
    "Package.swift: take \"\(name)\" from \(place(of: target))"
  }

  private func place(of target: Target) -> String {
    let declarations = declarations
    func declaration(_ name: String?) -> String? {
      declarations.first { $0.name == name }?.description
    }
    return declaration(target.name)
      ?? declaration(target.tested).map { "the tests of \($0)" }
      ?? "the dependencies of \"\(target.name)\""
  }
}
