import Foundation
import Testing

/// What all sources of the package keep to, beyond what the compiler checks.
struct SourceRules {
  @Test("There is one lock: `Mutex`, as POSIX exports it, which the thread sanitizer understands")
  func oneLock() throws {
    let others = try Self.lines(holding: "ock", in: Self.folders) {
      $0.contains(/\b(NSLock|NSRecursiveLock|os_unfair_lock|pthread_(mutex|rwlock|spin)_\w+)\b/)
    }
    .filter { !$0.hasPrefix("Sources/System/POSIX/Mutex.swift:") }
    #expect(others == [], "use ConcurrencyExtras' `Protected`, or POSIX's `Mutex`")

    let imports = try Self.files(in: Self.folders) {
      $0.contains(/\bMutex[<(]/) && $0.contains(/\bimport Synchronization\b/)
    }
    #expect(imports == [], "import POSIX for `Mutex`, and `struct Synchronization.Atomic`")
  }

  @Test("No code compares threads: the optimizer may reuse a thread's id after an `await`")
  func noThreadIdentity() throws {
    let uses = try Self.lines(holding: "hread", in: Self.folders) {
      $0.contains(/\b(pthread_(self|equal|[gs]etspecific)|Thread\.(current|main|isMain))/)
    }
    .filter { !$0.hasPrefix("Sources/System/POSIX/ThreadLocal.swift:") }
    #expect(uses == [], "use POSIX's `ThreadLocal` in synchronous code")
  }

  @Test(
    "Paths are the system's bytes: Foundation, which loses those that are no text, opens nothing")
  func pathsAreBytes() throws {
    let uses = try Self.lines(holding: "FileManager", in: ["Sources"]) {
      $0.contains("FileManager.")
    }
    #expect(uses == [], "use POSIX: names(in:), fileStatus(of:), isThere(_:), removeFile(_:)")
  }

  private static let folders = ["Previews", "Sources"]

  /// The lines of the Swift files in folders of the repository that meet a condition, as
  /// `file:number: line`. Only the files that hold a word are searched line by line.
  private static func lines(
    holding word: String, in folders: [String], where condition: (Substring) -> Bool
  ) throws -> [String] {
    try texts(in: folders).filter { $0.text.range(of: word) != nil }.flatMap { file, text in
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { condition($0.element) }
        .map { "\(file):\($0.offset + 1): \($0.element)" }
    }
  }

  /// The Swift files in folders of the repository whose text meets a condition.
  private static func files(
    in folders: [String], where condition: (String) -> Bool
  ) throws -> [String] {
    try texts(in: folders).filter { condition($0.text) }.map(\.file)
  }

  private static func texts(in folders: [String]) throws -> [(file: String, text: String)] {
    try folders.flatMap { folder in
      let url = Manifest.root.appendingPathComponent(folder)
      let files = try FileManager.default.subpathsOfDirectory(atPath: url.path)
      return try files.filter { $0.hasSuffix(".swift") }.sorted().map { file in
        let text = try String(contentsOf: url.appendingPathComponent(file), encoding: .utf8)
        return ("\(folder)/\(file)", text)
      }
    }
  }
}
