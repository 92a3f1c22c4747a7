import Testing

/// Each rule is broken once: a check that cannot fail is none.
struct RuleTests {
  struct Break: Sendable, CustomTestStringConvertible {
    let rule: Rule
    let problem: String
    let change: @Sendable (inout Manifest) -> Void

    var testDescription: String { problem }

    init(_ rule: Rule, _ problem: String, _ change: @escaping @Sendable (inout Manifest) -> Void) {
      self.change = change
      self.problem = problem
      self.rule = rule
    }
  }

  /// A dependency that is not allowed.
  static func edge(_ rule: Rule, from: String, to: String) -> Break {
    Break(
      rule,
      "\(from) may not see \(to); "
        + "Package.swift: take \"\(to)\" from Module(\"\(from)\", …)"
    ) {
      $0[from].depend(on: to)
    }
  }

  /// A feature without something of its preview.
  static func preview(
    _ problem: String, of name: String = "Search",
    change: @escaping @Sendable (inout Manifest) -> Void
  ) -> Break {
    let line = "Package.swift: Module(\"\(name)Preview\", uses: \"\(name)Feature\", …)"
    return Break(.featurePreviews, "\(problem); \(line)", change)
  }

  static let breaks: [Break] = [
    Break(.noPackages, "a package is depended on; Package.swift: take it away") {
      $0.dependencies.append(.init())
    },
    Break(.enoughTargets, "there are only 99 targets") {
      $0.targets = Array($0.targets.prefix(99))
    },
    Break(.folders, "Stray is in no known layer") {
      $0.targets.append(.init("Stray", in: "Sources/Attic"))
    },
    Break(.folders, "SearchFeature is in Sources/Features/Search") {
      $0["SearchFeature"].path = "Sources/Features/Search"
    },
    Break(.noCycles, "in a circle: IssueReporting, Clocks") {
      $0["IssueReporting"].depend(on: "Clocks")
    },
    Break(.noCycles, "in a circle: Tagged") { $0["Tagged"].depend(on: "Tagged") },
    Break(.fanOut, "SearchFeature depends on 13") { manifest in
      manifest["SearchFeature"].dependencies = []
      for number in 1...13 {
        manifest.targets.append(.init("Extra\(number)", in: "Sources/Clients"))
        manifest["SearchFeature"].depend(on: "Extra\(number)")
      }
    },
    edge(.layers, from: "SharedModels", to: "SearchFeature"),
    edge(.insideLayers, from: "SearchFeature", to: "StatsFeature"),
    edge(.insideLayers, from: "DatabaseClient", to: "SpeechClient"),
    edge(.insideLayers, from: "DatabaseClientLive", to: "SpeechClientLive"),
    edge(.insideLayers, from: "AudioStoreClientS3", to: "AudioFileClientLive"),
    edge(.insideLayers, from: "DatabaseClient", to: "DatabaseSQL"),
    edge(.insideLayers, from: "DatabaseSQL", to: "DatabaseClientLive"),
    edge(.insideLayers, from: "SpeechClient", to: "OpenAIConnection"),
    edge(.insideLayers, from: "OpenAIConnection", to: "SpeechClientOpenAILive"),
    edge(.insideLayers, from: "CBuildCommit", to: "POSIX"),
    edge(.insideLayers, from: "SearchPreview", to: "StatsPreview"),
    edge(.insideLayers, from: "AppBenchmarks", to: "TerminalBenchmarks"),
    Break(
      .insideLayers,
      "Bridge may not see SearchFeature; "
        + "Package.swift: take \"SearchFeature\" from the dependencies of \"Bridge\""
    ) {
      $0.targets.append(.init("Bridge", in: "Sources/Features", ["SearchFeature"]))
    },
    Break(
      .insideLayers,
      "StrayProgram may not see CommandLineProgram; "
        + "Package.swift: take \"CommandLineProgram\" from the dependencies of \"StrayProgram\""
    ) {
      $0.targets.append(.init("StrayProgram", in: "Sources/Programs", ["CommandLineProgram"]))
    },
    edge(.live, from: "SearchFeature", to: "DatabaseClientLive"),
    edge(.live, from: "SearchFeature", to: "DatabaseSQL"),
    edge(.live, from: "SearchFeature", to: "OpenAIConnection"),
    Break(
      .linked,
      "speechmemo does not link StrayClientLive; "
        + "Package.swift: add \"StrayClientLive\" to Module(\"speechmemo\", …)"
    ) {
      $0.targets.append(.init("StrayClientLive", in: "Sources/Clients"))
    },
    edge(.interfaces, from: "DatabaseClient", to: "Styleguide"),
    edge(.interfaces, from: "DatabaseSQL", to: "SQLite"),
    edge(.library, from: "ImportCore", to: "ComposableArchitecture"),
    edge(.library, from: "ImportCore", to: "TerminalUI"),
    edge(.terminal, from: "TerminalUI", to: "DatabaseClient"),
    edge(.programs, from: "AppBenchmarks", to: "CommandLineProgram"),
    Break(.systemKinds, "PulseAudio holds C; move that to Sources/System/CPulseAudio") {
      $0.sources["PulseAudio"]?.extensions.insert("h")
    },
    Break(.systemKinds, "CBuildCommit holds Swift; give that a target") {
      $0.sources["CBuildCommit"]?.extensions.insert("swift")
    },
    Break(.systemKinds, "Csonic holds no C; name it otherwise") {
      $0.sources["Csonic"]?.extensions = ["swift"]
    },
    Break(.libraries, "Csqlite3 has 2 users") { $0["SpeechClientLive"].depend(on: "Csqlite3") },
    Break(.libraries, "CBuildCommit has 2 users") {
      $0["SpeechClientLive"].depend(on: "CBuildCommit")
    },
    Break(.libraries, "CLibraryLoading has 4 users") {
      $0["SpeechClientLive"].depend(on: "CLibraryLoading")
    },
    Break(
      .libraries,
      "SearchFeature touches PulseAudio; "
        + "Package.swift: take \"PulseAudio\" from Module(\"SearchFeature\", …)"
    ) {
      $0["SearchFeature"].depend(on: "PulseAudio")
    },
    Break(
      .declared,
      "SearchFeature imports Clocks; "
        + "Package.swift: add \"Clocks\" to Module(\"SearchFeature\", …)"
    ) {
      $0.sources["SearchFeature"]?.imports.insert("Clocks")
    },
    Break(
      .declared,
      "SearchFeatureTests imports Clocks; "
        + "Package.swift: add \"Clocks\" to the tests of Module(\"SearchFeature\", …)"
    ) {
      $0.sources["SearchFeatureTests"]?.imports.insert("Clocks")
    },
    Break(
      .imported,
      "SearchFeature does not import Clocks; "
        + "Package.swift: take \"Clocks\" from Module(\"SearchFeature\", …)"
    ) {
      $0["SearchFeature"].depend(on: "Clocks")
    },
    Break(
      .imported,
      "SearchFeatureTests has Tagged twice; "
        + "Package.swift: take \"Tagged\" from the tests of Module(\"SearchFeature\", …)"
    ) {
      $0["SearchFeatureTests"].depend(on: "Tagged")
    },
    Break(
      .imported,
      "FileStorageTests does not import FileFaults; "
        + "Package.swift: take \"FileFaults\" from the tests of Module(\"FileStorage\", …)"
    ) {
      $0.sources["FileStorageTests"]?.programs = []
    },
    Break(
      .plugins,
      "CasePathsTests depends on ComposableMacrosPlugin; "
        + "Package.swift: take \"ComposableMacrosPlugin\" from the tests of "
        + "Module(\"CasePaths\", …)"
    ) {
      $0["CasePathsTests"].depend(on: "ComposableMacrosPlugin")
    },
    Break(
      .tests,
      "SearchFeature has no tests; write Tests/Features/SearchFeatureTests"
    ) { manifest in
      manifest.targets.removeAll { $0.name == "SearchFeatureTests" }
    },
    preview("SearchFeature has no preview target SearchPreview") { manifest in
      manifest.targets.removeAll { $0.name == "SearchPreview" }
    },
    preview("SearchFeature has no program SearchPreviewProgram") { manifest in
      manifest.targets.removeAll { $0.name == "SearchPreviewProgram" }
    },
    preview("SearchFeature has no product SearchPreview, by which it is built") { manifest in
      manifest.products.removeAll { $0.name == "SearchPreview" }
    },
    Break(
      .featurePreviews,
      "SearchFeature's tests do not look at SearchPreview; "
        + "Package.swift: add \"SearchPreview\" to the tests of Module(\"SearchFeature\", …)"
    ) {
      $0["SearchFeatureTests"].dependencies = []
    },
    preview("NewFeature has no preview target NewPreview", of: "New") {
      $0.targets.append(.init("NewFeature", in: "Sources/Features"))
    },
    Break(
      .modules,
      "StrayClient has no description; "
        + "Package.swift: write a comment above Module(\"StrayClient\", …)"
    ) {
      $0.declarations.append(
        Declaration(name: "StrayClient", folder: "Sources/Clients"))
    },
    Break(.modules, "docs/modules.md is stale about StrayClient: run 'make docs'") {
      $0.declarations.append(
        Declaration(name: "StrayClient", folder: "Sources/Clients", comment: "Interface."))
    },
    Break(
      .modules,
      "docs/modules.md has a row for SearchFeature, which is not a module: run 'make docs'"
    ) { manifest in
      manifest.declarations.removeAll { $0.name == "SearchFeature" }
    },
    Break(
      .pages, "Tagged has no page; write Sources/Composable/Tagged/Documentation.docc/Tagged.md"
    ) {
      $0.pages["Tagged"] = nil
    },
    Break(
      .pages,
      "Tagged's page is not linked; docs/composable.md: "
        + "add [Tagged](../Sources/Composable/Tagged/Documentation.docc/Tagged.md)"
    ) {
      $0.composablePage = ""
    },
    Break(.examples, "Tagged's page has no example; begin it with one") {
      $0.pages["Tagged"] = Page("# Tagged\n")
    },
    Break(
      .examples,
      "Tagged's example is not tested: no file of TaggedTests has 'user.hasWings' with the rest"
    ) {
      $0.pages["Tagged"]?.example.append("user.hasWings")
    },
  ]

  @Test("A manifest that breaks a rule is found out", arguments: breaks)
  func isBroken(case: Break) throws {
    var manifest = try Manifest.ours.get()
    `case`.change(&manifest)
    let problems = `case`.rule.problems(manifest)
    #expect(problems.contains(`case`.problem))
  }

  @Test("Every rule is broken by one of these")
  func complete() {
    #expect(Set(Self.breaks.map(\.rule.name)) == Set(Rule.all.map(\.name)))
  }
}

extension Manifest {
  /// The target of that name, added if missing, to break a rule.
  fileprivate subscript(name: String) -> Target {
    get { byName[name] ?? Target(name, in: "Sources/Features") }
    set {
      if let index = targets.firstIndex(where: { $0.name == name }) {
        targets[index] = newValue
      } else {
        targets.append(newValue)
      }
    }
  }
}

extension Manifest.Target {
  fileprivate mutating func depend(on name: String) {
    dependencies.append(Manifest.Dependency(byName: [name]))
  }
}
