import Foundation
import Testing

/// What all sources of the package keep to, beyond what the compiler checks.
struct SourceRules {
  @Test("There is one lock: `Mutex`, which the thread sanitizer cannot see, is used nowhere")
  func oneLock() throws {
    let uses = try Self.lines(holding: "Mutex", in: ["Previews", "Sources", "Tests"]) {
      $0.contains(/\bMutex[<(]/) && !$0.contains("contains(/")
    }
    #expect(uses == [], "use ConcurrencyExtras' `Protected`")
  }

  @Test(
    "Paths are the system's bytes: Foundation, which loses those that are no text, opens nothing")
  func pathsAreBytes() throws {
    let uses = try Self.lines(holding: "FileManager", in: ["Sources"]) {
      $0.contains("FileManager.")
    }
    #expect(uses == [], "use POSIX: names(in:), fileStatus(of:), isThere(_:), removeFile(_:)")
  }

  /// The lines of the Swift files in folders of the repository that meet a condition, as
  /// `file:number: line`. Only the files that hold a word are searched line by line.
  private static func lines(
    holding word: String, in folders: [String], where condition: (Substring) -> Bool
  ) throws -> [String] {
    try folders.flatMap { folder -> [String] in
      let folder = Manifest.root.appendingPathComponent(folder)
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      return try files.filter { $0.hasSuffix(".swift") }.sorted().flatMap { file -> [String] in
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        guard text.range(of: word) != nil
        else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .filter { condition($0.element) }
          .map { "\(folder.lastPathComponent)/\(file):\($0.offset + 1): \($0.element)" }
      }
    }
  }
}
