import ConcurrencyExtras
import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import SharedSettings
import Sharing
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SettingsKeyTests {
  private let disk: LockIsolated<[URL: Data]>
  private let files: FileStorage
  private let folder = LibraryFolder(root: URL(fileURLWithPath: "/library", isDirectory: true))

  init() {
    disk = LockIsolated([:])
    files = .inMemory(fileSystem: disk)
  }

  private func write(_ json: String) throws {
    try files.write(Data(json.utf8), to: folder.settings)
  }

  private func shared() -> Shared<Settings> {
    withDependencies {
      $0.defaultFileStorage = files
      $0.libraryFolder = folder
    } operation: {
      Shared(.settings)
    }
  }

  @Test("Without a file, all settings have their defaults, and no file is created")
  func missing() throws {
    let settings = shared()
    #expect(settings.wrappedValue == Settings())
    #expect(settings.loadError == nil)
    #expect(try files.read(folder.settings).data == nil)
  }

  @Test("Settings are stored readably in the library's folder")
  func saved() async throws {
    let settings = shared()
    settings.withLock { $0.language = "de" }
    try await settings.save()
    let data = try #require(try files.read(folder.settings).data)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {
          "engine" : "whisper",
          "language" : "de",
          "retention" : {

          },
          "theme" : "system",
          "vocabulary" : [

          ]
        }
        """)
  }

  @Test("A change by another process arrives")
  func news() async throws {
    let settings = shared()
    try write(#"{"theme": "dark"}"#)
    for await value in settings.values where value.theme == .dark { break }
    #expect(settings.wrappedValue == Settings(theme: .dark))
  }

  @Test("Concurrent changes of two processes are merged")
  func merged() async throws {
    try write(#"{"language": "en", "vocabulary": ["a", "b"], "future": 1}"#)
    let settings = shared()
    settings.withLock {
      $0.language = "de"
      $0.vocabulary = ["b", "c"]
    }
    try await settings.save()
    // Behind the storage's back, so that the news of it has not come when we save.
    disk.withLock {
      $0[folder.settings] = Data(
        #"{"language": "de", "theme": "dark", "vocabulary": ["b", "c", "d"], "future": 2}"#.utf8)
    }
    settings.withLock {
      $0.retention.trashDays = 30
      $0.vocabulary = ["c", "e"]
    }
    try await settings.save()
    let data = try #require(try files.read(folder.settings).data)
    #expect(String(decoding: data, as: UTF8.self).contains(#""future" : 2"#))
    let onDisk = try JSONDecoder().decode(Settings.self, from: data)
    #expect(onDisk == settings.wrappedValue)
    #expect(onDisk.language == "de")
    #expect(onDisk.vocabulary == ["c", "d", "e"])
    #expect(onDisk.theme == .dark)
    #expect(onDisk.retention.trashDays == 30)
  }

  @Test("An unreadable file is kept beside the new one and named in the error")
  func broken() async throws {
    try write(#"{"retention": {"memoDays": 0}}"#)
    let settings = shared()
    #expect(settings.wrappedValue == Settings())
    let error = try #require(settings.loadError as? UnreadableFileError)
    #expect("\(error)".contains("retention.memoDays"))
    let kept = try #require(error.keptAt)
    let data = try #require(try files.read(kept).data)
    #expect(String(decoding: data, as: UTF8.self) == #"{"retention": {"memoDays": 0}}"#)
    #expect(try files.read(folder.settings).data == nil)
  }
}
