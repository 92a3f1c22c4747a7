import Foundation
import Testing

/// What `Package.swift` says, as the package manager understands it.
struct Manifest: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]

    /// The folder below `Sources`, or the first folder of the path.
    var layer: String {
      let parts = (path ?? "").split(separator: "/")
      return String((parts.first == "Sources" ? parts.dropFirst().first : parts.first) ?? "")
    }

    var isLive: Bool { name.hasSuffix("Live") }
    var isTest: Bool { type == "test" }
  }

  struct Dependency: Decodable {
    let byName: [String?]?
    var name: String? { byName?.first ?? nil }
  }

  struct Package: Decodable {}

  let dependencies: [Package]
  let targets: [Target]

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

  /// Asks the package manager. A scratch folder of its own keeps it from waiting for the build
  /// that these tests run in.
  static func load() throws -> Manifest {
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
