/// A module in the table of `Package.swift`: `Module("SearchFeature", …)`.
struct Declaration {
  let name: String
  /// The folder that holds the module's folder, such as `Sources/Features`.
  let folder: String
  /// The comment above it, which describes the module.
  var comment = ""

  var description: String { "Module(\"\(name)\", …)" }

  /// The layer that the module is in.
  var layer: String {
    String(folder.split(separator: "/").first { $0 != "Sources" } ?? "")
  }

  /// The modules of a manifest, in their order.
  static func all(in manifest: String) -> [Self] {
    var declarations: [Self] = []
    let folder = /(?m)^folder\("([\w\/]+)".*\n((?:.*\n)*?)}$/
    let module = /(?m)((?:^  \/\/ .*\n)*)^  Module\(\s*"(\w+)"/
    for (_, folder, modules) in manifest.matches(of: folder).map(\.output) {
      for (_, comment, name) in modules.matches(of: module).map(\.output) {
        let lines = comment.split(separator: "\n").map { $0.dropFirst("  // ".count) }
        declarations.append(
          Self(
            name: String(name), folder: String(folder), comment: lines.joined(separator: " ")))
      }
    }
    return declarations
  }
}

extension Manifest {
  /// The fix to let one target import another.
  func adding(_ name: String, to target: Target) -> String {
    "Package.swift: add \"\(name)\" to \(place(of: target))"
  }

  /// The fix to remove a target's dependency on another.
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
