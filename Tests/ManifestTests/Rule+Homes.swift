import Foundation

/// Each target's companions: tests, a preview, a description.
extension Rule {
  static let tests = Self(name: "Every library target has tests") { manifest in
    let names = Set(manifest.targets.filter(\.isTest).map(\.name))
    // Build's tests are CBuildCommit's too, HealthCore's are CCrashReports', TerminalClientLive's are
    // CTerminalRestore's, HTTPServer's are Cmicrohttpd's, PostgreSQL's are Cpq's, PulseAudio's are
    // Cpulse's, and these three's are CLibraryLoading's. BenchmarkSupport measures, and those in
    // Tests/Support test. A preview is looked at by its
    // feature's tests.
    let exceptions: Set = [
      "BenchmarkSupport", "CBuildCommit", "CCrashReports", "CLibraryLoading", "CTerminalRestore",
      "Cmicrohttpd", "Cpq", "Cpulse",
    ]
    return manifest.shipped.filter { target in
      target.type == "regular" && target.layer != "Previews" && target.layer != "Tests"
        && !exceptions.contains(target.name) && !names.contains("\(target.name)Tests")
    }
    .map { "\($0.name) has no tests; write Tests/\($0.layer)/\($0.name)Tests" }
  }

  static let featurePreviews = Self(
    name: "MOD-06 Every feature has a preview, a program that shows it, and tests that look at it"
  ) { manifest in
    let byName = manifest.byName
    return manifest.shipped.filter(\.isFeature).flatMap { feature -> [String] in
      let preview = "\(feature.name.dropLast("Feature".count))Preview"
      let line = "Package.swift: Module(\"\(preview)\", uses: \"\(feature.name)\", …)"
      var problems: [String] = []
      if byName[preview]?.dependencyNames.contains(feature.name) != true {
        problems.append("\(feature.name) has no preview target \(preview); \(line)")
      }
      let program = byName["\(preview)Program"]
      if program?.type != "executable" || program?.dependencyNames != [preview] {
        problems.append("\(feature.name) has no program \(preview)Program; \(line)")
      }
      if !manifest.products.contains(where: {
        $0.name == preview && $0.targets == ["\(preview)Program"]
      }) {
        problems.append("\(feature.name) has no product \(preview), by which it is built; \(line)")
      }
      let tests = byName["\(feature.name)Tests"]
      if let tests, !tests.dependencyNames.contains(preview) {
        problems.append(
          "\(feature.name)'s tests do not look at \(preview); "
            + manifest.adding(preview, to: tests))
      }
      return problems
    }
  }

  static let modules = Self(
    name: "docs/modules.md has every module with the comment above its declaration, and no other"
  ) { manifest in
    let rows = manifest.moduleRows
    let declared = Set(manifest.declarations.map(\.name))
    return manifest.declarations.compactMap { declaration in
      guard !declaration.comment.isEmpty
      else {
        return "\(declaration.name) has no description; "
          + "Package.swift: write a comment above \(declaration.description)"
      }
      return rows[declaration.name] == ModuleRow(declaration)
        ? nil : "docs/modules.md is stale about \(declaration.name): run 'make docs'"
    }
      + Set(rows.keys).subtracting(declared).sorted().map {
        "docs/modules.md has a row for \($0), which is not a module: run 'make docs'"
      }
  }
}

/// A row of `docs/modules.md`.
private struct ModuleRow: Equatable {
  var layer: String
  var text: String
}

extension ModuleRow {
  fileprivate init(_ declaration: Declaration) {
    let comment = declaration.comment
    self.init(
      layer: declaration.layer,
      text: String(comment.hasSuffix(".") ? comment.dropLast() : comment[...]))
  }
}

extension Manifest {
  /// The rows of `docs/modules.md`, by the module's name.
  fileprivate var moduleRows: [String: ModuleRow] {
    var layer = ""
    var rows: [String: ModuleRow] = [:]
    for line in modulesPage.split(separator: "\n") {
      if line.hasPrefix("## ") {
        layer = String(line.dropFirst("## ".count))
      } else if let match = line.wholeMatch(of: /\| `(\w+)` \| (.*) \|/) {
        rows[String(match.1)] = ModuleRow(layer: layer, text: String(match.2))
      }
    }
    return rows
  }
}
