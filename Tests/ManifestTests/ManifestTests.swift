import Foundation
import Testing

/// The rules that keep the package's modules apart, held against the manifest.
struct ManifestTests {
  @Test("The manifest keeps to the rules", arguments: Rule.all)
  func rules(rule: Rule) throws {
    #expect(rule.problems(try Manifest.ours.get()) == [])
  }

  @Test("Targets stand under their layer's heading in alphabetical order")
  func order() throws {
    var names: [String] = []
    for line in try Manifest.source.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("// MARK: - ") {
        #expect(names == names.sorted(), "not in order: \(names)")
        names = []
        if line == "// MARK: - Helpers" { return }
      } else if let match = line.wholeMatch(of: /[a-zA-Z]+\(\s*"(\w+)".*/) {
        names.append(String(match.1))
      } else if let match = line.wholeMatch(of: /\ \ "(\w+)",( .*)?/) {
        names.append(String(match.1))
      }
    }
  }
}
