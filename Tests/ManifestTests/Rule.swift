import Testing

/// Something that the package's modules keep to.
struct Rule: Sendable, CustomTestStringConvertible {
  let name: String
  /// What breaks the rule, a line each.
  let problems: @Sendable (Manifest) -> [String]

  var testDescription: String { name }
}

extension Rule {
  static let all: [Self] = [
    noPackages, enoughTargets, folders, layers, noCycles, live, interfaces, libraries, fanOut,
    tests, featurePreviews,
  ]

  /// From the lowest to the highest: a target may depend on its own layer and on those before.
  private static let order = [
    "System", "Composable", "Models", "Clients", "Terminal", "Library", "Features", "Server",
    "Programs", "Executables", "Previews", "Benchmarks", "Tests",
  ]

  static let noPackages = Self(name: "The package depends on no other package") {
    $0.dependencies.map { _ in "a package is depended on" }
  }

  static let enoughTargets = Self(name: "The package is made of fifty targets or more") {
    $0.targets.count < 50 ? ["there are only \($0.targets.count) targets"] : []
  }

  static let folders = Self(
    name: "Every target lies in a known layer, in a folder of its own name"
  ) { manifest in
    manifest.shipped.flatMap { target -> [String] in
      let isHome = target.path?.hasSuffix("/\(target.name)") == true
      return (order.contains(target.layer) ? [] : ["\(target.name) is in no known layer"])
        + (isHome ? [] : ["\(target.name) is in \(target.path ?? "no folder")"])
    }
  }

  static let layers = Self(name: "No target depends on a layer above its own") { manifest in
    manifest.edges.compactMap { from, to in
      guard let low = order.firstIndex(of: from.layer), let high = order.firstIndex(of: to.layer),
        low < high
      else { return nil }
      return "\(from.name) reaches up to \(to.name)"
    }
  }

  static let noCycles = Self(name: "No target depends on itself, by way of others") { manifest in
    manifest.cycle.map { ["in a circle: \($0.joined(separator: ", "))"] } ?? []
  }

  static let live = Self(
    name: "Live halves are seen by programs only: ours, the benchmarks, those of the tests"
  ) { manifest in
    let outermost = ["Executables", "Previews", "Benchmarks", "Tests"]
    return manifest.edges.filter { $1.isLive && !outermost.contains($0.layer) }
      .map { "\($0.name) sees \($1.name)" }
  }

  static let interfaces = Self(
    name: "A client's interface stands on models and the architecture alone"
  ) { manifest in
    manifest.edges.filter { from, to in
      from.layer == "Clients" && !from.isLive && !["Models", "Composable"].contains(to.layer)
    }
    .map { "\($0.name) depends on \($1.name)" }
  }

  static let libraries = Self(
    name: "A C library is touched by one live client, or by one face in Swift that clients share"
  ) { manifest in
    manifest.shipped.filter { $0.layer == "System" }.flatMap { library -> [String] in
      let users = manifest.edges.filter { $1.name == library.name && $0.layer != "Tests" }.map(\.0)
      // C of our own belongs to one module of any layer, such as the commit to Build.
      let isOurC = library.name.wholeMatch(of: /C[A-Z].*/) != nil
      if isOurC { return users.count == 1 ? [] : ["\(library.name) has \(users.count) users"] }
      let isFace = library.type == "regular"
      let strangers = users.filter { !($0.isLive || !isFace && $0.layer == "System") }
      return (isFace ? users.count > 1 : users.count == 1)
        ? strangers.map { "\($0.name) touches \(library.name)" }
        : ["\(library.name) has \(users.count) users"]
    }
  }

  /// These two gather all features of a program.
  private static let gatherers = ["AppFeature", "CommandLineProgram"]

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

  static let tests = Self(name: "Every library target has tests") { manifest in
    let names = Set(manifest.targets.filter(\.isTest).map(\.name))
    // Build's tests are CBuildCommit's too, and TerminalClientLive's are CTerminalRestore's. A
    // terminal is no thing to have in a test: what ConsoleClientLive does is tried by the program's
    // own tests. BenchmarkSupport measures, and those in Tests/Support test. What a preview shows is
    // looked at by its feature's tests.
    let exceptions: Set = [
      "BenchmarkSupport", "CBuildCommit", "CTerminalRestore", "ConsoleClientLive",
    ]
    return manifest.shipped.filter { target in
      target.type == "regular" && target.layer != "Previews" && target.layer != "Tests"
        && !exceptions.contains(target.name) && !names.contains("\(target.name)Tests")
    }
    .map { "\($0.name) has no tests" }
  }

  static let featurePreviews = Self(
    name: "Every feature has a preview, a program that shows it, and tests that look at it"
  ) { manifest in
    // The command line is seen in any shell, and its tests compare all it prints. It has no state
    // to begin with, and no frame.
    let exceptions: Set = ["CommandLineProgram"]
    let byName = manifest.byName
    return manifest.shipped.filter {
      $0.layer == "Features" && $0.name.hasSuffix("Feature") && !exceptions.contains($0.name)
    }
    .flatMap { feature -> [String] in
      let preview = "\(feature.name.dropLast("Feature".count))Preview"
      var problems: [String] = []
      if byName[preview]?.dependencyNames.contains(feature.name) != true {
        problems.append("\(feature.name) has no preview target \(preview)")
      }
      let program = byName["\(preview)Program"]
      if program?.type != "executable" || program?.dependencyNames != [preview] {
        problems.append("\(feature.name) has no program \(preview)Program")
      }
      if !manifest.products.contains(where: {
        $0.name == preview && $0.targets == ["\(preview)Program"]
      }) {
        problems.append("\(feature.name) has no product \(preview), by which it is built")
      }
      if byName["\(feature.name)Tests"]?.dependencyNames.contains(preview) != true {
        problems.append("\(feature.name)'s tests do not look at \(preview)")
      }
      return problems
    }
  }
}

extension Manifest {
  /// All that is no test.
  fileprivate var shipped: [Target] { targets.filter { !$0.isTest } }

  /// Who depends on whom, tests left out.
  fileprivate var edges: [(Target, Target)] {
    let byName = byName
    return shipped.flatMap { from in
      from.dependencyNames.compactMap { byName[$0] }.map { (from, $0) }
    }
  }

  /// Names of targets each of which depends on the next, and the last on the first.
  fileprivate var cycle: [String]? {
    let byName = byName
    var isDone: Set<String> = []
    var path: [String] = []
    func visit(_ name: String) -> [String]? {
      if let start = path.firstIndex(of: name) { return Array(path[start...]) }
      guard !isDone.contains(name), let target = byName[name]
      else { return nil }
      path.append(name)
      defer { path.removeLast() }
      for next in target.dependencyNames {
        if let cycle = visit(next) { return cycle }
      }
      isDone.insert(name)
      return nil
    }
    for target in targets {
      if let cycle = visit(target.name) { return cycle }
    }
    return nil
  }
}
