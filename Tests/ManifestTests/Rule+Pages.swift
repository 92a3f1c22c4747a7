/// The documentation of each module of the architecture.
extension Rule {
  static let pages = Self(
    name: "Every module of the architecture has a page, which docs/composable.md links"
  ) { manifest in
    manifest.architecture.flatMap { module -> [String] in
      let path = "Sources/Composable/\(module)/Documentation.docc/\(module).md"
      return (manifest.pages[module] == nil ? ["\(module) has no page; write \(path)"] : [])
        + (manifest.composablePage.contains("](../\(path)")
          ? []
          : [
            "\(module)'s page is not linked; docs/composable.md: add [\(module)](../\(path))"
          ])
    }
  }

  static let examples = Self(
    name: "Every page of a module begins with an example, whose lines stand in one of its tests"
  ) { manifest in
    manifest.architecture.compactMap { module in
      guard let page = manifest.pages[module]
      else { return nil }
      if page.example.isEmpty { return "\(module)'s page has no example; begin it with one" }
      // Macro tests show their own sources.
      let tests =
        (manifest.tests[module] ?? [])
        + (module == "MacroTesting" ? manifest.tests["ComposableMacros"] ?? [] : [])
      let missing = tests.map(page.lines(missingIn:))
        .min { $0.count < $1.count }
      guard let line = missing.map({ $0.first }) ?? page.example.first
      else { return nil }
      return
        "\(module)'s example is not tested: no file of \(module)Tests has '\(line)' with the rest"
    }
  }
}

extension Manifest {
  /// The modules of the layer `Composable`, without the macro plug-in: its page is that of the macros.
  var architecture: [String] {
    shipped.filter { $0.layer == "Composable" && !$0.isRun }.map(\.name).sorted()
  }
}
