/// A line of `Package.swift` that declares a target: `feature("SearchFeature", …)`.
struct Declaration {
  let function: String
  let heading: String
  let name: String
  /// The comment above it, which describes the module.
  var comment = ""

  var description: String { "\(function)(\"\(name)\", …)" }

  /// What a manifest declares before it comes to its helpers.
  static func all(in manifest: String) -> [Self] {
    var declarations: [Self] = []
    var heading = ""
    var open: Substring?
    var comment: [Substring] = []
    func add(_ function: Substring, _ name: Substring) {
      declarations.append(
        Self(
          function: String(function), heading: heading, name: String(name),
          comment: comment.joined(separator: " ")))
      comment = []
    }
    for line in manifest.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("// MARK: - ") {
        heading = String(line.dropFirst("// MARK: - ".count))
        if heading == "Helpers" { break }
        comment = []
      } else if line.hasPrefix("// ") {
        comment.append(line.dropFirst("// ".count))
      } else if let match = line.wholeMatch(of: /([a-zA-Z]+)\("(\w+)".*/) {
        add(match.1, match.2)
      } else if let match = line.wholeMatch(of: /([a-zA-Z]+)\(/) {
        open = match.1
      } else if let function = open, let match = line.wholeMatch(of: /\ \ "(\w+)",.*/) {
        add(function, match.1)
        open = nil
      } else {
        comment = []
      }
    }
    return declarations
  }
}

extension Manifest {
  /// What to write so that one target may import another.
  func adding(_ name: String, to target: Target) -> String {
    "Package.swift: add \"\(name)\" to \(place(of: target))"
  }

  /// What to take away so that one target no longer depends on another.
  func taking(_ name: String, from target: Target) -> String {
    "Package.swift: take \"\(name)\" from \(place(of: target))"
  }

  private func place(of target: Target) -> String {
    func declaration(_ name: String?) -> String? {
      declarations.first { $0.name == name }?.description
    }
    return declaration(target.name)
      ?? declaration(target.tested).map { "the tests of \($0)" }
      ?? "the dependencies of \"\(target.name)\""
  }
}
