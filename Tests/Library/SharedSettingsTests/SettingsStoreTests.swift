import ConcurrencyExtras
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import SharedSettings
import Sharing
import Testing

/// Machines that cache the settings of the same library in separate files.
@Suite(.timeLimit(.minutes(10)))
struct SettingsStoreTests {
  private let content = LockIsolated<LibrarySettings?>(nil)
  /// Called before a write, for changes between it and the previous read.
  private let beforeReplacing = LockIsolated<@Sendable () -> Void>({})

  private func put(_ values: [String: String]) {
    content.withLock {
      $0 = LibrarySettings(revision: ($0?.revision ?? 0) + 1, values: values)
    }
  }

  private var store: SettingsStore {
    SettingsStore {
      content.value
    } replace: { values, revision in
      beforeReplacing.value()
      return content.withLock { content in
        guard content?.revision == revision
        else { return false }
        content = LibrarySettings(revision: (revision ?? 0) + 1, values: values)
        return true
      }
    }
  }

  /// The work of one machine, in its own folder, removed afterward.
  private func machine<Value: Sendable>(
    isAlone: Bool = false, _ work: (Shared<Settings>) async throws -> Value
  ) async throws -> Value {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("settings-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: root) }
    return try await withDependencies {
      $0.defaultFileStorage = .fileSystem
      $0.libraryFolder = LibraryFolder(root: root)
      $0.saveThrottle = .none
      $0.settingsStore = isAlone ? nil : store
    } operation: {
      try LibraryFolder.make(root)
      return try await work(Shared(.settings))
    }
  }

  @Test("A value that is not a setting is kept beside the settings of other machines")
  func otherValue() async throws {
    put(["language": "de"])
    beforeReplacing.setValue { [self] in
      beforeReplacing.setValue {}
      put(["language": "en"])
    }
    try await store.set("secret", to: "a")
    #expect(try await store.value("secret") == "a")
    #expect(content.value?.values == ["language": "en", "secret": "a"])
    try await store.set("secret", to: nil)
    #expect(content.value?.values == ["language": "en"])
  }

  @Test("Settings made on one machine apply on the other, also in its file")
  func shared() async throws {
    try await machine { mine in
      try await machine { theirs in
        try await mine.change { $0.language = "de" }
        #expect(theirs.wrappedValue.language == nil)
        try await Settings.refresh()
        #expect(theirs.wrappedValue.language == "de")
        try await theirs.change { $0.vocabulary = ["Kubernetes", "kubectl"] }
        try await mine.change { $0.retention.trashDays = 30 }
        #expect(mine.wrappedValue.vocabulary == ["Kubernetes", "kubectl"])
        #expect(mine.wrappedValue.language == "de")
        try await mine.change { $0.vocabulary = [] }
        try await Settings.refresh()
        #expect(theirs.wrappedValue == mine.wrappedValue)
        #expect(theirs.wrappedValue.retention.trashDays == 30)
      }
    }
    #expect(
      content.value?.values == [
        "language": "de", "languages": "all", "memo-days": "forever", "model": "default",
        "quality": "fast", "speakers": "off", "trash-days": "30", "vocabulary": "",
      ])
  }

  @Test("Machine-specific settings stay on their machine")
  func ofMachine() async throws {
    try await machine { mine in
      try await mine.change {
        $0.engine = .program("/opt/engine")
        $0.model = "/models/mine"
        $0.theme = .dark
        $0.language = "fr"
      }
      #expect(content.value?.values["model"] == nil)
      put(["language": "it", "engine": "whisper", "model": "default", "colour": "red"])
      try await Settings.refresh()
      #expect(mine.wrappedValue.engine == .program("/opt/engine"))
      #expect(mine.wrappedValue.theme == .dark)
      #expect(mine.wrappedValue.language == "it")
      #expect(mine.wrappedValue.model == "/models/mine")
      try await mine.change { $0.model = "/models/other" }
      try await Settings.refresh()
      #expect(mine.wrappedValue.model == "/models/other")
      #expect(content.value?.values["model"] == "default")
    }
  }

  @Test("Unknown settings are preserved when others change")
  func notUnderstood() async throws {
    try await machine { mine in
      // Whisper does not support this language, and the other values are of a newer version.
      put(["colour": "red", "language": "zu", "speakers": "by name", "trash-days": "7"])
      try await mine.change { $0.vocabulary = ["Anna"] }
      #expect(
        content.value?.values == [
          "colour": "red", "language": "zu", "speakers": "by name", "trash-days": "7",
          "vocabulary": "Anna",
        ])
      #expect(mine.wrappedValue.language == nil && mine.wrappedValue.retention.trashDays == 7)
    }
  }

  @Test("Concurrent changes survive, and a change that is then refused changes nothing")
  func together() async throws {
    struct Refused: Error {}
    try await machine { mine in
      beforeReplacing.setValue { [self] in
        beforeReplacing.setValue {}
        put(["language": "de", "memo-days": "7"])
      }
      try await mine.change { $0.vocabulary = ["Anna"] }
      #expect(mine.wrappedValue.language == "de" && mine.wrappedValue.retention.memoDays == 7)
      #expect(mine.wrappedValue.vocabulary == ["Anna"])
      #expect(content.value?.values["vocabulary"] == "Anna")
      #expect(content.value?.values["memo-days"] == "7")
      let before = mine.wrappedValue
      beforeReplacing.setValue { [self] in
        beforeReplacing.setValue {}
        put(["language": "en"])
      }
      await #expect(throws: Refused.self) {
        try await mine.change { settings in
          guard settings.language == "de"
          else { throw Refused() }
          settings.language = "pl"
        }
      }
      #expect(mine.wrappedValue == before)
      #expect(content.value?.values["language"] == "en")
    }
  }

  @Test("Settings made before the store existed are migrated once")
  func takenOver() async throws {
    try await machine { mine in
      try await Settings.refresh()
      #expect(content.value == nil)
      mine.withLock { $0.language = "de" }
      try await Settings.refresh()
      #expect(content.value?.values["language"] == "de")
    }
    try await machine { theirs in
      theirs.withLock { $0.language = "fr" }
      try await Settings.refresh()
      #expect(theirs.wrappedValue.language == "de")
    }
  }

  @Test("Earlier changes are kept, and without a store they stay in the file")
  func changedAlready() async throws {
    for isAlone in [false, true] {
      try await machine(isAlone: isAlone) { mine in
        mine.withLock {
          $0.theme = .light
          $0.vocabulary = ["Anna"]
        }
        try await mine.save([.theme, .vocabulary])
        #expect(content.value?.values["vocabulary"] == (isAlone ? nil : "Anna"))
        #expect(content.value?.values["theme"] == nil)
        try await Settings.refresh()
        #expect(mine.wrappedValue.vocabulary == ["Anna"] && mine.wrappedValue.theme == .light)
      }
      content.setValue(nil)
    }
  }
}
