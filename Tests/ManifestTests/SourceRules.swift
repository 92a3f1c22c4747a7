import Foundation
import Testing

/// Rules of all sources in the package, beyond the compiler's checks.
struct SourceRules {
  @Test("There is one lock: `Mutex` from POSIX, which the thread sanitizer understands")
  func oneLock() throws {
    let others = try Self.lines(
      holding: [
        "NSLock", "NSRecursiveLock", "os_unfair_lock", "pthread_mutex_", "pthread_rwlock_",
        "pthread_spin_",
      ], in: Self.folders
    )
    .filter { !$0.hasPrefix("Sources/System/POSIX/Mutex.swift:") }
    #expect(others == [], "use POSIX's `Mutex`")

    let imports = try Self.sources(in: Self.folders).filter {
      $0.holds("import Synchronization\n") && ($0.holds(" Mutex<") || $0.holds(" Mutex("))
    }
    .map(\.file)
    #expect(imports == [], "import POSIX for `Mutex`, and `struct Synchronization.Atomic`")
  }

  @Test("No code waits for descriptors with Dispatch, whose sources crash when a peer hangs up")
  func noDescriptorSources() throws {
    let uses = try Self.lines(holding: ["makeReadSource", "makeWriteSource"], in: Self.folders)
      .filter { !$0.hasPrefix("Tests/ManifestTests/") }
    #expect(uses == [], "use `DescriptorWaits` or `InputNotifier` of POSIX")
  }

  @Test("No code compares threads: the optimizer may reuse a thread's id after an `await`")
  func noThreadIdentity() throws {
    let uses = try Self.lines(
      holding: [
        "pthread_self", "pthread_equal", "pthread_getspecific", "pthread_setspecific",
        "Thread.current", "Thread.main", "Thread.isMain",
      ], in: Self.folders
    )
    .filter { !$0.hasPrefix("Sources/Composable/RuntimeInternals/ThreadLocal.swift:") }
    #expect(uses == [], "use `ThreadLocal` of RuntimeInternals in synchronous code")
  }

  @Test(
    "Paths are the system's bytes: Foundation, which loses invalid UTF-8, opens nothing")
  func pathsAreBytes() throws {
    let uses = try Self.lines(holding: ["FileManager."], in: ["Sources"])
    #expect(uses == [], "use POSIX: names(in:), fileStatus(of:), fileExists(_:), removeFile(_:)")
  }

  @Test(
    "Foundation starts no program: its `Process` reads beyond the listing of open files and may crash"
  )
  func noFoundationProcess() throws {
    // In two parts, so that this file does not hold it.
    let uses = try Self.lines(holding: ["= Process" + "()"], in: Self.folders + ["Tests"])
    #expect(uses == [], "use POSIX's `spawnProcess`, and `runProgram` of TestPrograms in tests")
  }

  private static let folders = ["Previews", "Sources"]

  /// The lines with one of the words in the Swift files of the folders, as `file:number: line`.
  private static func lines(holding words: [String], in folders: [String]) throws -> [String] {
    try sources(in: folders).filter { words.contains(where: $0.holds) }.flatMap { source in
      String(decoding: source.text, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { line in words.contains { line.element.contains($0) } }
        .map { "\(source.file):\($0.offset + 1): \($0.element)" }
    }
  }

  private struct Source {
    let file: String
    /// Searched as bytes, in a tenth of the time that characters take.
    let text: Data

    func holds(_ word: String) -> Bool { text.range(of: Data(word.utf8)) != nil }
  }

  private static func sources(in folders: [String]) throws -> [Source] {
    try folders.flatMap { folder in
      let url = Manifest.root.appendingPathComponent(folder)
      let files = try FileManager.default.subpathsOfDirectory(atPath: url.path)
      return try files.filter { $0.hasSuffix(".swift") }.sorted().map { file in
        Source(
          file: "\(folder)/\(file)", text: try Data(contentsOf: url.appendingPathComponent(file)))
      }
    }
  }
}
