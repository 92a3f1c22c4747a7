import Foundation
import Testing

/// The rules that keep the package's modules apart.
struct ManifestTests {
  private let manifest: Manifest

  init() throws {
    manifest = try Manifest.load()
  }

  /// From the lowest to the highest: a target may depend on its own layer and on those before.
  private static let layers = [
    "System", "Composable", "Models", "Clients", "Terminal", "Features", "Server", "Executables",
    "Previews", "Benchmarks", "Tests",
  ]

  private var products: [Manifest.Target] { manifest.targets.filter { !$0.isTest } }

  @Test("The package depends on no other package")
  func noPackages() {
    #expect(manifest.dependencies.isEmpty)
  }

  @Test("Every target lies in a known layer, in a folder of its own name")
  func folders() {
    for target in products {
      #expect(Self.layers.contains(target.layer), "\(target.name) is in \(target.path ?? "?")")
      #expect(target.path?.hasSuffix("/\(target.name)") == true, "\(target.name)")
    }
  }

  @Test("No target depends on a layer above its own")
  func layers() {
    let byName = manifest.byName
    for target in products {
      for dependency in target.dependencies.compactMap({ $0.name.flatMap { byName[$0] } }) {
        let (from, to) = (
          Self.layers.firstIndex(of: target.layer), Self.layers.firstIndex(of: dependency.layer)
        )
        if let from, let to {
          #expect(to <= from, "\(target.name) reaches up to \(dependency.name)")
        }
      }
    }
  }

  @Test("Live halves are seen by programs only: ours, the benchmarks, those of the tests")
  func live() {
    let byName = manifest.byName
    let outermost = ["Executables", "Previews", "Benchmarks", "Tests"]
    for target in products where !outermost.contains(target.layer) {
      for dependency in target.dependencies.compactMap({ $0.name.flatMap { byName[$0] } }) {
        #expect(!dependency.isLive, "\(target.name) sees \(dependency.name)")
      }
    }
  }

  @Test("A client's interface stands on models and the architecture alone")
  func interfaces() {
    let byName = manifest.byName
    for target in products where target.layer == "Clients" && !target.isLive {
      for dependency in target.dependencies.compactMap({ $0.name.flatMap { byName[$0] } }) {
        #expect(
          ["Models", "Composable"].contains(dependency.layer),
          "\(target.name) depends on \(dependency.name)")
      }
    }
  }

  @Test(
    "A C library is touched by one live client, or by one face in Swift that live clients share")
  func libraries() {
    for library in products where library.layer == "System" {
      let users = products.filter { user in
        user.layer != "Tests" && user.dependencies.contains { $0.name == library.name }
      }
      let isFace = library.type == "regular"
      #expect(isFace ? users.count > 1 : users.count == 1, "\(library.name): \(users.map(\.name))")
      #expect(
        users.allSatisfy { $0.isLive || !isFace && $0.layer == "System" },
        "\(library.name): \(users.map(\.name))")
    }
  }

  @Test("No target depends on more than twelve others of the package's upper layers")
  func fanOut() {
    let byName = manifest.byName
    for target in products
    // These two gather all features of a program.
    where !["AppFeature", "CommandLineFeature"].contains(target.name)
      && !["Executables", "Previews", "Benchmarks"].contains(target.layer)
    {
      let upper = target.dependencies.compactMap { $0.name.flatMap { byName[$0] } }
        .filter { !["System", "Composable"].contains($0.layer) }
      #expect(upper.count <= 12, "\(target.name) depends on \(upper.count)")
    }
  }

  @Test("Every library target has tests")
  func tests() {
    let names = Set(manifest.targets.map(\.name))
    // Build's tests are CBuildCommit's too, and TerminalClientLive's are CTerminalRestore's. A
    // terminal is no thing to have in a test: what ConsoleClientLive does is tried by the program's
    // own tests. BenchmarkSupport measures, and TestSoundServer tests. What a preview shows is looked
    // at by its feature's tests.
    let exceptions: Set = [
      "BenchmarkSupport", "CBuildCommit", "CTerminalRestore", "ConsoleClientLive",
      "TestSoundServer",
    ]
    for target in products
    where target.type == "regular" && target.layer != "Previews"
      && !exceptions.contains(target.name)
    {
      #expect(names.contains("\(target.name)Tests"), "\(target.name) has no tests")
    }
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
