import Testing

/// The rules that keep the package's modules apart, held against the manifest.
struct ManifestTests {
  @Test("The manifest keeps to the rules", arguments: Rule.all)
  func rules(rule: Rule) throws {
    for problem in rule.problems(try Manifest.ours.get()) { Issue.record("\(problem)") }
  }

  @Test("MOD-02 Modules are listed in their layer's folder in alphabetical order")
  func order() throws {
    let declarations = try Manifest.ours.get().declarations
    #expect(declarations.count >= 50)
    for (folder, modules) in Dictionary(grouping: declarations, by: \.folder) {
      let names = modules.map(\.name)
      #expect(names == names.sorted(), "not in order in \(folder)")
    }
  }

  @Test("MOD-09 The app and the command line use the same models, clients and library")
  func shared() throws {
    let manifest = try Manifest.ours.get()
    let app = manifest.needs(of: "AppFeature")
    let commandLine = manifest.needs(of: "CommandLineProgram")
    // The command line reads once from the database what the app keeps in sync. Watching needs no
    // user. Backups, moves, and libraries in a database are for scripts, timers, and servers: the
    // app has no screens for them. The command line saves typed text at once, and undoes changes of
    // earlier runs. The app doesn't show summaries yet.
    // The server and live clients detect turns, and both programs contain these.
    let exceptions: Set = [
      "BackupCore", "Build", "HostedLibraries", "SharedRecordings", "SummaryCore", "TurnDetection",
      "UndoCore", "WatchCore",
    ]
    let shared = manifest.shipped.filter { ["Models", "Library"].contains($0.layer) }.map(\.name)
    #expect(Set(shared).subtracting(exceptions).isSubset(of: app.intersection(commandLine)))
    #expect(app.intersection(commandLine).isSuperset(of: ["DatabaseClient", "SpeechClient"]))
  }

  @Test("The example of docs/composable.md is the package that 'Scripts/check-package' builds")
  func composablePage() throws {
    let package = "Tests/Packages/CounterFeature"
    let page = try Manifest.ours.get().composablePage
    for file in [
      "Sources/CounterFeature/CounterFeature.swift",
      "Tests/CounterFeatureTests/CounterFeatureTests.swift",
    ] {
      #expect(page.contains("```swift\n\(try Manifest.contents("\(package)/\(file)"))```"))
    }
  }

  @Test("Imports are found in every form of the language, and nowhere else")
  func imports() {
    var sources = Sources()
    sources.add(
      #"""
      import Alone
      @testable import Attributed
      @_exported public import Exported
      @_spi(Internals) import Inside
      import struct Kind.Structure
      public import Seen
      // import Commented
      let text = """
        import Quoted
        """
      let word = "import Word"
      #if canImport(Asked)
        import Indented
      #endif
      """#)
    #expect(
      sources.imports
        == ["Alone", "Attributed", "Exported", "Indented", "Inside", "Kind", "Seen"])
  }

  @Test("C imports a module by including its header")
  func headers() {
    var sources = Sources()
    sources.addHeaders(
      of: """
        #include "Quoted.h"
        #include <system.h>
        // #include "Commented.h"
        """)
    #expect(sources.imports == ["Quoted"])
  }
}
