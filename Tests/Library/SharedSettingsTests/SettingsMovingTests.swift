import ConcurrencyExtras
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import SharedSettings
import Sharing
import Testing

/// Settings that go along where a library is moved to another place.
struct SettingsMovingTests {
  private let content = LockIsolated<LibrarySettings?>(nil)
  private let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("settings-\(UUID().uuidString)", isDirectory: true)

  private var store: SettingsStore {
    SettingsStore {
      content.value
    } replace: { values, revision in
      content.withLock { content in
        guard content?.revision == revision
        else { return false }
        content = LibrarySettings(revision: (revision ?? 0) + 1, values: values)
        return true
      }
    }
  }

  private func folder(_ name: String) -> LibraryFolder {
    LibraryFolder(root: root.appendingPathComponent(name, isDirectory: true))
  }

  /// Does something with the settings of a library, in files of this machine.
  private func with(
    _ name: String, _ work: (Shared<Settings>) async throws -> Void
  ) async throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
      $0.libraryFolder = folder(name)
      $0.saveThrottle = .none
    } operation: {
      try await work(Shared(.settings))
    }
  }

  @Test("A shared library stores library-wide settings once")
  func store() async throws {
    try await with("here") { settings in
      try await settings.copy(to: store)
      #expect(content.value == nil, "there is nothing to give")
      settings.withLock {
        $0.language = "de"
        $0.model = "/models/mine"
        $0.theme = .dark
      }
      try await settings.copy(to: store)
      #expect(
        content.value?.values == [
          "language": "de", "languages": "all", "memo-days": "forever", "quality": "fast",
          "speakers": "off",
          "trash-days": "forever", "vocabulary": "",
        ])
      settings.withLock { $0.language = "fr" }
      try await settings.copy(to: store)
      #expect(content.value?.values["language"] == "de")
    }
  }

  @Test("A folder gets all of them, unless it has some")
  func folder() async throws {
    try await with("here") { settings in
      try await settings.copy(to: folder("there"))
      #expect(!FileManager.default.fileExists(atPath: folder("there").settings.path))
      settings.withLock {
        $0.language = "de"
        $0.theme = .dark
      }
      let given = settings.wrappedValue
      try await settings.copy(to: folder("there"))
      settings.withLock { $0.language = "fr" }
      try await settings.copy(to: folder("there"))
      let data = try Data(contentsOf: folder("there").settings)
      #expect(try JSONDecoder().decode(Settings.self, from: data) == given)
    }
  }
}
