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

  static let breaks = [
    Break(.noPackages, "a package is depended on") { $0.dependencies.append(.init()) },
    Break(.enoughTargets, "there are only 49 targets") {
      $0.targets = Array($0.targets.prefix(49))
    },
    Break(.folders, "Stray is in no known layer") {
      $0.targets.append(.init("Stray", in: "Sources/Attic"))
    },
    Break(.folders, "SearchFeature is in Sources/Features/Search") {
      $0["SearchFeature"].path = "Sources/Features/Search"
    },
    Break(.layers, "SharedModels reaches up to SearchFeature") {
      $0["SharedModels"].depend(on: "SearchFeature")
    },
    Break(.noCycles, "in a circle: IssueReporting, Clocks") {
      $0["IssueReporting"].depend(on: "Clocks")
    },
    Break(.noCycles, "in a circle: Tagged") { $0["Tagged"].depend(on: "Tagged") },
    Break(.live, "SearchFeature sees DatabaseClientLive") {
      $0["SearchFeature"].depend(on: "DatabaseClientLive")
    },
    Break(.interfaces, "DatabaseClient depends on Styleguide") {
      $0["DatabaseClient"].depend(on: "Styleguide")
    },
    Break(.libraries, "Csqlite3 has 2 users") { $0["SpeechClientLive"].depend(on: "Csqlite3") },
    Break(.libraries, "CTerminalRestore has 2 users") {
      $0["SpeechClientLive"].depend(on: "CTerminalRestore")
    },
    Break(.libraries, "SearchFeature touches PulseAudio") {
      $0["SearchFeature"].depend(on: "PulseAudio")
    },
    Break(.fanOut, "SearchFeature depends on 13") { manifest in
      manifest["SearchFeature"].dependencies = []
      for number in 1...13 {
        manifest.targets.append(.init("Extra\(number)", in: "Sources/Clients"))
        manifest["SearchFeature"].depend(on: "Extra\(number)")
      }
    },
    Break(.tests, "SearchFeature has no tests") { manifest in
      manifest.targets.removeAll { $0.name == "SearchFeatureTests" }
    },
    Break(.featurePreviews, "SearchFeature has no preview target SearchPreview") { manifest in
      manifest.targets.removeAll { $0.name == "SearchPreview" }
    },
    Break(.featurePreviews, "SearchFeature has no program SearchPreviewProgram") { manifest in
      manifest.targets.removeAll { $0.name == "SearchPreviewProgram" }
    },
    Break(.featurePreviews, "SearchFeature has no product SearchPreview, by which it is built") {
      manifest in
      manifest.products.removeAll { $0.name == "SearchPreview" }
    },
    Break(.featurePreviews, "SearchFeature's tests do not look at SearchPreview") {
      $0["SearchFeatureTests"].dependencies = []
    },
    Break(.featurePreviews, "NewFeature has no preview target NewPreview") {
      $0.targets.append(.init("NewFeature", in: "Sources/Features"))
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
  /// The target of that name. One that is not there is added, and breaks what it is meant to.
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
