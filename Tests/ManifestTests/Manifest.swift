import Foundation
import TestPrograms

/// `Package.swift` as the package manager reads it, with the matching facts from the sources and
/// the documents.
struct Manifest: Decodable {
  struct Target: Decodable {
    var name: String
    var type: String
    var path: String?
    var dependencies: [Dependency]

    init(_ name: String, in folder: String, _ dependencies: [String] = [], type: String = "regular")
    {
      self.name = name
      self.type = type
      self.path = "\(folder)/\(name)"
      self.dependencies = dependencies.map { Dependency(byName: [$0]) }
    }

    /// The folder below `Sources`, or the first folder of the path.
    var layer: String {
      let parts = (path ?? "").split(separator: "/")
      return String((parts.first == "Sources" ? parts.dropFirst().first : parts.first) ?? "")
    }

    var dependencyNames: [String] { dependencies.compactMap(\.name) }
    var isFeature: Bool { layer == "Features" && name.hasSuffix("Feature") }
    /// The live client of an interface has its name, followed by what it is built on, or `Live`.
    var isLive: Bool { !isTest && name.wholeMatch(of: /[A-Z]\w*Client[A-Z]\w*/) != nil }
    /// Several live clients use it.
    var isShared: Bool { name == "DatabaseSQL" || isConnection }
    /// Live clients of several interfaces use it to reach the same kind of server.
    var isConnection: Bool { name == "OpenAIConnection" }
    var isTest: Bool { type == "test" }

    /// Executables and compiler plugins are not imported.
    var isRun: Bool { type == "executable" || type == "macro" }

    /// The module that these tests test.
    var tested: String? {
      isTest && name.hasSuffix("Tests") ? String(name.dropLast("Tests".count)) : nil
    }
  }

  struct Dependency: Decodable {
    let byName: [String?]?
    var name: String? { byName?.first ?? nil }
  }

  struct Package: Decodable {
    /// The URL or path that it comes from is of no concern: there is to be none.
    init() {}
    init(from decoder: any Decoder) throws {}
  }

  struct Product: Decodable {
    var name: String
    var targets: [String]
  }

  private enum CodingKeys: CodingKey {
    case dependencies, products, targets
  }

  var dependencies: [Package]
  var products: [Product]
  var targets: [Target]

  /// The modules in the table of `Package.swift`, in their order.
  var declarations: [Declaration] = []
  /// The text of `docs/composable.md`.
  var composablePage = ""
  /// The text of `docs/modules.md`.
  var modulesPage = ""
  /// The contents of each target's files, by name.
  var sources: [String: Sources] = [:]
  /// The page of each module that has one.
  var pages: [String: Page] = [:]
  /// The files of each module's tests, squeezed as a page's example is.
  var tests: [String: [String]] = [:]

  var byName: [String: Target] {
    Dictionary(targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The repository's texts, read once for all tests.
  static let ours = Result { try load() }

  private static func load() throws -> Manifest {
    var manifest = try JSONDecoder().decode(Manifest.self, from: dump())
    manifest.declarations = Declaration.all(in: try contents("Package.swift"))
    manifest.composablePage = try contents("docs/composable.md")
    manifest.modulesPage = try contents("docs/modules.md")
    let byName = manifest.byName
    for target in manifest.targets {
      guard let path = target.path
      else { continue }
      manifest.sources[target.name] = try Sources(
        below: root.appending(path: path),
        lookingFor: target.dependencyNames.filter { byName[$0]?.isRun == true })
    }
    for module in manifest.architecture {
      let page = "Sources/Composable/\(module)/Documentation.docc/\(module).md"
      manifest.pages[module] = (try? contents(page)).map(Page.init)
      let tests = "Tests/Composable/\(module)Tests"
      let files = try? FileManager.default.subpathsOfDirectory(atPath: root.path + "/" + tests)
      manifest.tests[module] = try files?.filter { $0.hasSuffix(".swift") }
        .map { Page.squeezed(try contents("\(tests)/\($0)")) }
    }
    return manifest
  }

  static func contents(_ file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
  }

  /// Runs the package manager with a separate scratch folder, so that it doesn't wait for the build
  /// that runs these tests.
  static func dump(module: String? = nil) throws -> Data {
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("speechmemo-manifest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    var environment = ProcessInfo.processInfo.environment
      .filter { !["MODULE", "CI"].contains($0.key) }
    environment["MODULE"] = module
    let run = try runProgram(
      "/usr/bin/env",
      [
        "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
        "dump-package",
      ], environment: environment)
    guard run.succeeded
    else { throw DumpError(text: run.errors) }
    return Data(run.output.utf8)
  }

  /// The package manager's output for an invalid manifest.
  struct DumpError: Error {
    let text: String
  }
}
