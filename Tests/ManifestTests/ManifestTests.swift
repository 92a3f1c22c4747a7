import Testing

/// The rules that keep the package's modules apart, held against the manifest.
struct ManifestTests {
  @Test("The manifest keeps to the rules", arguments: Rule.all)
  func rules(rule: Rule) throws {
    for problem in rule.problems(try Manifest.ours.get()) { Issue.record("\(problem)") }
  }

  @Test("Targets stand under their layer's heading in alphabetical order")
  func order() throws {
    let declarations = try Manifest.ours.get().declarations
    #expect(declarations.count >= 50)
    for (heading, targets) in Dictionary(grouping: declarations, by: \.heading) {
      let names = targets.map(\.name)
      #expect(names == names.sorted(), "not in order under \(heading)")
    }
  }

  @Test("Imports are found in every form that the language has, and nowhere else")
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
}
