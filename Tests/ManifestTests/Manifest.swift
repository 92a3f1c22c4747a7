import Foundation
import Testing

/// What `Package.swift` says, as the package manager understands it.
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
    var isLive: Bool { name.hasSuffix("Live") }
    var isTest: Bool { type == "test" }
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

  var dependencies: [Package]
  var products: [Product]
  var targets: [Target]

  var byName: [String: Target] {
    Dictionary(targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static var source: String {
    get throws {
      try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
    }
  }

  /// What the repository's manifest says, asked once for all tests.
  static let ours = Result { try load() }

  /// Asks the package manager. A scratch folder of its own keeps it from waiting for the build
  /// that these tests run in.
  private static func load() throws -> Manifest {
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("speechmemo-manifest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    process.environment = ProcessInfo.processInfo.environment
      .filter { !["MODULE", "CI"].contains($0.key) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "'swift package dump-package' failed")
    return try JSONDecoder().decode(Manifest.self, from: data)
  }
}
