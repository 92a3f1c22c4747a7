import ConcurrencyExtras
import Dependencies
import FileStorage
import Foundation
import Sharing
import Testing

/// The first example of the module's documentation.
@Suite struct FileStorageDocumentationTests {
  struct Draft {
    @Dependency(\.defaultFileStorage) var files
    let url: URL

    func append(_ line: String) throws {
      try files.withLock(on: url) {
        var text = try files.read(url).data ?? Data()
        text.append(contentsOf: Data("\(line)\n".utf8))
        try files.write(text, to: url)
      }
    }

    func watch(_ body: (Data) -> Void) async throws {
      for try await stamp in files.changes(of: url) where !stamp.isMissing {
        try body(files.read(url).data ?? Data())
      }
    }
  }

  @Test("The documentation's example compiles and sees its write")
  func example() async throws {
    let url = URL(fileURLWithPath: "/draft.txt")
    let fileSystem = LockIsolated<[URL: Data]>([:])
    try await withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: fileSystem)
    } operation: {
      let draft = Draft(url: url)
      let (seen, continuation) = AsyncStream.makeStream(of: String.self)
      let watcher = Task {
        try await draft.watch { continuation.yield(String(decoding: $0, as: UTF8.self)) }
      }
      try draft.append("One")
      try draft.append("Two")
      // Consecutive changes may be merged, and those before the watch began are not reported.
      while fileSystem.value[url]?.count != 8 { await Task.yield() }
      let writer = Task {
        while !Task.isCancelled {
          try draft.append("")
          await Task.yield()
        }
      }
      // A watch that begins between the two receives only the first, before the second.
      for await text in seen {
        if text.hasPrefix("One\nTwo\n") { break }
        #expect(text == "One\n")
      }
      watcher.cancel()
      writer.cancel()
    }
  }
}
