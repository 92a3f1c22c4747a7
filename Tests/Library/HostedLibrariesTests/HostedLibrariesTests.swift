import AudioFileClient
import AudioStoreClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import HostedLibraries
import LibraryFolder
import SharedModels
import SoundCore
import Testing

struct HostedLibrariesTests {
  private let home = LibraryFolder(root: URL(fileURLWithPath: "/home/anna/speechmemo"))

  private func hosted(
    store: (@Sendable (String) -> AudioStoreClient)? = nil
  ) -> HostedLibraries {
    let (libraries, queue) = LibrariesClient.inMemory(["anna": .inMemory(), "ben": .inMemory()])
    return HostedLibraries(
      at: "postgres://db/memos", libraries, queue: queue, below: home, local: .simulated(),
      store: store)
  }

  @Test("A library has its own folder on this machine, and is found by its name alone")
  func folders() async throws {
    let hosted = hosted()
    let anna = try await hosted.library(named: "anna")
    #expect(anna.name == "anna")
    #expect(anna.folder.root.path == "/home/anna/speechmemo/hosted/anna")
    #expect(
      try await anna.database.libraryID()
        != hosted.library(named: "ben").database.libraryID())
    await #expect(throws: DatabaseError.notFound(library: "carla")) {
      _ = try await hosted.library(named: "carla")
    }
    #expect(try await hosted.add(named: "carla"))
    #expect(try await !hosted.add(named: "carla"))
    #expect(try await hosted.library(named: "carla").name == "carla")
  }

  @Test(
    "A library name that is not a valid folder name is refused",
    arguments: [
      "", ".", "..", "../anna", "a/b", "-a", ".a", "ä", "a\n", String(repeating: "a", count: 64),
    ]
  )
  func names(name: String) async throws {
    let hosted = hosted()
    for attempt in [
      { _ = try await hosted.library(named: name) }, { _ = try await hosted.add(named: name) },
    ] {
      let error = await #expect(throws: DatabaseError.self) { try await attempt() }
      guard case .invalid = error
      else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("Each library's audio has its own prefix in the store")
  func sounds() async throws {
    let files = ["anna": "a.flac", "ben": "b.flac"]
    let hosted = hosted { name in
      .inMemory(files[name].map { [AudioStoreEntry(name: $0, byteCount: 3)] } ?? [])
    }
    let home = home
    try await withDependencies {
      $0.audioFile = .simulated()
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.soundFiles = .onDisk
      $0.useAudio(of: hosted)
    } operation: {
      @Dependency(\.soundFiles) var soundFiles
      for (name, file) in files {
        let library = try await hosted.library(named: name)
        #expect(try await soundFiles.files(library.folder.audio).map(\.name) == [file])
      }
      // Files outside of libraries are at their configured location.
      for folder in ["audio", "hosted/.hidden/audio", "hosted/anna/drafts"] {
        let url = home.root.appendingPathComponent(folder)
        #expect(try await soundFiles.files(url).isEmpty)
      }
    }
  }
}
