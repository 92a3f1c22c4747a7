import Foundation

/// What each target has beside it: tests, a preview, a place in the README's map.
extension Rule {
  static let tests = Self(name: "Every library target has tests") { manifest in
    let names = Set(manifest.targets.filter(\.isTest).map(\.name))
    // Build's tests are CBuildCommit's too, HealthCore's are CCrashReports', TerminalClientLive's are
    // CTerminalRestore's, HTTPServer's are Cmicrohttpd's, PostgreSQL's are Cpq's, PulseAudio's are
    // Cpulse's, and speechmemo's are LiveProgram's.
    // BenchmarkSupport measures, and those in Tests/Support test. A preview is looked at by its
    // feature's tests.
    let exceptions: Set = [
      "BenchmarkSupport", "CBuildCommit", "CCrashReports", "CTerminalRestore", "Cmicrohttpd",
      "Cpq", "Cpulse", "LiveProgram",
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
      let line = "Package.swift: preview(\"\(preview)\", [\"\(feature.name)\", …])"
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

  static let map = Self(name: "The README's map names every target, in its layer, and no other") {
    manifest in
    let rows = manifest.map
    let names = Set(manifest.targets.map(\.name))
    // A preview and the program that shows it are one to a reader.
    let targets = manifest.shipped.filter {
      !($0.layer == "Previews" && $0.name.hasSuffix("Program")
        && names.contains(String($0.name.dropLast("Program".count))))
    }
    let layers = Dictionary(grouping: targets, by: \.layer).mapValues { Set($0.map(\.name)) }
    return Set(rows.keys).union(layers.keys).sorted().flatMap { layer -> [String] in
      guard let row = rows[layer]
      else { return ["README.md: the map has no row `\(layer)`"] }
      let here = layers[layer] ?? []
      return here.subtracting(row).sorted().map {
        "\($0) is not in the map; README.md: add `\($0)` to the row `\(layer)`"
      }
        + row.subtracting(here).sorted().map {
          "\($0) is no target of \(layer); README.md: take `\($0)` from the row `\(layer)`"
        }
    }
  }
}

extension Manifest {
  /// The README's table of modules: the names in each layer's row.
  fileprivate var map: [String: Set<String>] {
    let section = readMe.components(separatedBy: "\n## The modules\n").dropFirst().first ?? ""
    let rows = (section.components(separatedBy: "\n## ").first ?? "").split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    return Dictionary(
      rows.map { row in
        let cells = row.split(separator: "|", omittingEmptySubsequences: false)
        return (names(in: cells[1]).first ?? "", cells.count > 2 ? Set(names(in: cells[2])) : [])
      },
      uniquingKeysWith: { $0.union($1) })
  }

  private func names(in cell: Substring) -> [String] {
    cell.matches(of: /`(\w+)`/).map { String($0.1) }
  }
}
