/// Which layers, and which targets of a layer, may see which.
extension Rule {
  /// From the lowest to the highest: a target may depend on its own layer and on those before.
  static let order = [
    "System", "Composable", "Models", "Clients", "Terminal", "Library", "Features", "Server",
    "Programs", "Executables", "Previews", "Benchmarks", "Tests",
  ]

  /// A rule that some edges break; the dependency is to be taken away.
  private init(
    _ name: String,
    isBroken: @escaping @Sendable (_ from: Manifest.Target, _ to: Manifest.Target) -> Bool
  ) {
    self.init(name: name) { manifest in
      manifest.edges.filter(isBroken).map { from, to in
        "\(from.name) may not see \(to.name); \(manifest.taking(to.name, from: from))"
      }
    }
  }

  static let layers = Self("No target depends on a layer above its own") { from, to in
    guard let low = order.firstIndex(of: from.layer), let high = order.firstIndex(of: to.layer)
    else { return false }
    return low < high
  }

  static let insideLayers = Self(
    "MOD-03 Inside a layer, a target sees only the kinds of targets that its layer allows"
  ) { from, to in
    guard from.layer == to.layer
    else { return false }
    return switch from.layer {
    // C of ours stands on C alone; Swift stands on it, and on other Swift.
    case "System": from.isC && !to.isC
    case "Composable", "Models", "Terminal", "Library", "Server", "Tests": false
    // A live client imports interfaces, and modules that it shares with other live clients.
    case "Clients": to.isLive || !from.isLive && (!from.isShared || to.isShared)
    // A module that is not a feature is shared by all features, such as the bridge from a store to
    // a screen.
    case "Features": to.isFeature && from.name != "AppFeature"
    case "Previews": to.name != "PreviewHarness" && from.name != "\(to.name)Program"
    case "Benchmarks": to.isRun
    default: true
    }
  }

  static let live = Self(
    "Live halves are seen by programs only: ours, the benchmarks, those of the tests"
  ) { from, to in
    (to.isLive || to.isShared)
      && !["Clients", "Executables", "Previews", "Benchmarks", "Tests"].contains(from.layer)
  }

  static let linked = Self(name: "The program links every live half") {
    manifest in
    guard let program = manifest.byName["speechmemo"]
    else { return ["there is no target speechmemo"] }
    return manifest.shipped.filter {
      $0.isLive && !program.dependencyNames.contains($0.name)
    }
    .map { "speechmemo does not link \($0.name); \(manifest.adding($0.name, to: program))" }
  }

  static let interfaces = Self(
    "MOD-04 A client's interface stands on models and the architecture alone"
  ) { from, to in
    from.layer == "Clients" && !from.isLive && !from.isConnection
      && !["Models", "Composable"].contains(to.layer)
      && !(from.isShared && to.layer == "Clients")
  }

  static let library = Self(
    "What the app and the command line share knows neither the architecture nor a screen"
  ) { from, to in
    from.layer == "Library" && (to.name == "ComposableArchitecture" || to.layer == "Terminal")
  }

  static let terminal = Self("The terminal layer sees no client but the terminal's") { from, to in
    from.layer == "Terminal" && to.layer == "Clients" && to.name != "TerminalClient"
  }

  static let programs = Self(
    "Programs as libraries are seen by executables, previews and tests only"
  ) { from, to in
    to.layer == "Programs" && !["Executables", "Previews", "Tests"].contains(from.layer)
  }

  static let systemKinds = Self(
    name: "A C library, or C of our own, is named C…, and stands in System; all else is Swift"
  ) { manifest in
    manifest.shipped.compactMap { target in
      let kinds = manifest.sources[target.name]?.extensions ?? []
      let holdsC = !kinds.isDisjoint(with: ["c", "h", "modulemap"])
      return switch (target.isC, holdsC) {
      case (true, false): "\(target.name) holds no C; name it otherwise"
      case (true, true):
        kinds.contains("swift") ? "\(target.name) holds Swift; give that a target" : nil
      case (false, true): "\(target.name) holds C; move that to Sources/System/C\(target.name)"
      case (false, false): nil
      }
    }
  }

  static let libraries = Self(
    name: """
      A C library is touched by one live client, by one module of the server, or by one face in \
      Swift that clients share, or a client and what tests have of the same
      """
  ) { manifest in
    manifest.shipped.filter { $0.layer == "System" }.flatMap { library -> [String] in
      let users = manifest.edges.filter { $1.name == library.name }.map(\.0)
        .filter { $0.layer != "Tests" || !library.isC }
      // C of our own belongs to one module of any layer, such as the commit to Build, or to other C
      // alone.
      if library.isC && library.type == "regular" {
        return users.count == 1 || users.count > 1 && users.allSatisfy(\.isC)
          ? [] : ["\(library.name) has \(users.count) users"]
      }
      // Modules without a C library use the operating system; files require that, too.
      let isOverSystemCalls =
        !library.isC
        && !manifest.edges.contains { $0.name == library.name && $1.isC }
      let strangers = users.filter {
        !($0.isLive || $0.isConnection || ["System", "Server", "Tests"].contains($0.layer)
          || isOverSystemCalls && ["Composable", "Library", "Executables"].contains($0.layer))
      }
      return (library.isC ? users.count == 1 : users.count > 1)
        ? strangers.map {
          "\($0.name) touches \(library.name); \(manifest.taking(library.name, from: $0))"
        }
        : ["\(library.name) has \(users.count) users"]
    }
  }
}

extension Manifest.Target {
  /// A module map of the system's library, or C of our own.
  fileprivate var isC: Bool { layer == "System" && name.wholeMatch(of: /C[A-Za-z].*/) != nil }
}
