import Testing

/// Something that the package's modules keep to.
struct Rule: Sendable, CustomTestStringConvertible {
  let name: String
  /// Violations of the rule, one per line: the target and the fix.
  let problems: @Sendable (Manifest) -> [String]

  var testDescription: String { name }
}

extension Rule {
  static let all: [Self] = [
    noPackages, enoughTargets, folders, noCycles, fanOut,
    layers, insideLayers, live, linked, interfaces, library, terminal, programs,
    systemKinds, libraries,
    declared, imported, plugins,
    tests, featurePreviews, modules, pages, examples,
  ]

  static let noPackages = Self(name: "The package depends on no other package") {
    $0.dependencies.map { _ in "a package is depended on; Package.swift: take it away" }
  }

  static let enoughTargets = Self(name: "MOD-01 The package is made of a hundred targets or more") {
    $0.targets.count < 100 ? ["there are only \($0.targets.count) targets"] : []
  }

  static let folders = Self(
    name: "MOD-05 Every target lies in a known layer, in a folder of its own name"
  ) { manifest in
    manifest.shipped.flatMap { target -> [String] in
      let isHome = target.path?.hasSuffix("/\(target.name)") == true
      return (order.contains(target.layer) ? [] : ["\(target.name) is in no known layer"])
        + (isHome ? [] : ["\(target.name) is in \(target.path ?? "no folder")"])
    }
  }

  static let noCycles = Self(name: "No target depends on itself, by way of others") { manifest in
    manifest.cycle.map { ["in a circle: \($0.joined(separator: ", "))"] } ?? []
  }

  /// These gather all features of a program, or all areas of the site.
  private static let gatherers = ["AppFeature", "CommandLineProgram", "SiteMiddleware"]

  static let fanOut = Self(
    name: "No target depends on more than twelve others of the package's upper layers"
  ) { manifest in
    let exempt = ["Executables", "Previews", "Benchmarks"]
    let edges = manifest.edges.filter { from, to in
      !gatherers.contains(from.name) && !exempt.contains(from.layer)
        && !["System", "Composable"].contains(to.layer)
    }
    return Dictionary(grouping: edges, by: \.0.name).filter { $1.count > 12 }
      .map { "\($0) depends on \($1.count)" }.sorted()
  }
}
