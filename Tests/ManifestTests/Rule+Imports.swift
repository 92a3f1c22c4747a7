/// The manifest's edges are exactly the imports of the sources.
extension Rule {
  static let declared = Self(name: "What a target imports of ours, it declares") { manifest in
    let byName = manifest.byName
    return manifest.targets.flatMap { target -> [String] in
      let imports = manifest.sources[target.name]?.imports ?? []
      return imports.subtracting(target.dependencyNames).subtracting([target.name]).sorted()
        .filter { byName[$0] != nil }
        .map { "\(target.name) imports \($0); \(manifest.adding($0, to: target))" }
    }
  }

  static let imported = Self(
    name: "What a target declares, it imports; a program or a macro plug-in, it names"
  ) { manifest in
    let byName = manifest.byName
    return manifest.targets.flatMap { target -> [String] in
      let sources = manifest.sources[target.name] ?? Sources()
      // The manifest gives tests what their module has, so that it is said once.
      let tested = target.tested.flatMap { byName[$0] }
      let given = tested.map { [$0.name] + $0.dependencyNames } ?? []
      var seen: Set<String> = []
      return target.dependencyNames.compactMap { name in
        if !seen.insert(name).inserted {
          return "\(target.name) has \(name) twice; \(manifest.taking(name, from: target))"
        }
        // Runners of the compiled program can only name its folder.
        let isUsed =
          byName[name]?.isRun == true
          ? sources.programs.contains(name) || target.name == "\(name)Tests"
            || sources.imports.contains(name)
          : sources.imports.contains(name) || given.contains(name)
            || target.name == "\(name)Program"
        return isUsed
          ? nil : "\(target.name) does not import \(name); \(manifest.taking(name, from: target))"
      }
    }
  }

  static let plugins = Self(
    name: "No test depends on a macro plug-in: every module would be built twice"
  ) { manifest in
    manifest.targets.filter(\.isTest).flatMap { test in
      test.dependencyNames.filter { manifest.byName[$0]?.type == "macro" }
        .map { "\(test.name) depends on \($0); \(manifest.taking($0, from: test))" }
    }
  }
}
