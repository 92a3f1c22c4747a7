import Clocks
import ConcurrencyExtras
import DependenciesTestSupport
import FileStorage
import Foundation
import Sharing
import Testing

@Suite(.dependencies)
struct FileStorageKeyTests {
  private let files = MemoryFiles()
  private let url = URL(fileURLWithPath: "/folder/file.json")

  private var text: String? { try? files.storage.text(url) }

  private struct Meeting: Codable, Equatable, Sendable {
    var title: String
    var date: Date?
  }

  private func withFiles<R>(
    throttle: SaveThrottle = .none, _ operation: () throws -> R
  ) throws -> R {
    try withDependencies {
      $0.defaultFileStorage = files.storage
      $0.saveThrottle = throttle
    } operation: {
      try operation()
    }
  }

  // MARK: - Loading and saving

  @Test("KEY-16 A value is loaded from its file, and its change saved to it")
  func loadAndSave() throws {
    try files.storage.write(#"[{"title":"One"}]"#, to: url)
    try withFiles {
      @Shared(.fileStorage(url)) var meetings: [Meeting] = []
      #expect(meetings == [Meeting(title: "One")])
      $meetings.withLock { $0.append(Meeting(title: "Two")) }
      let data = try #require(try files.storage.read(url).data)
      #expect(try JSONDecoder().decode([Meeting].self, from: data) == meetings)
      #expect($meetings.saveError == nil && $meetings.loadError == nil)
    }
  }

  @Test("KEY-16 Custom decoders and encoders are used")
  func coders() throws {
    try files.storage.write(#"{"title":"One","date":3600}"#, to: url)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = .sortedKeys
    try withFiles {
      @Shared(.fileStorage(url, decoder: decoder, encoder: encoder))
      var meeting = Meeting(title: "")
      #expect(meeting.date == Date(timeIntervalSince1970: 3600))
      $meeting.withLock { $0.date? += 60 }
      #expect(text == #"{"date":3660,"title":"One"}"#)
    }
  }

  @Test("KEY-16 KEY-29 A value that is not Codable is stored with custom functions")
  func functions() throws {
    struct Note: Sendable { var text: String }
    try files.storage.write("hello", to: url)
    try withFiles {
      @Shared(
        .fileStorage(url) { @Sendable in
          Note(text: String(decoding: $0, as: UTF8.self))
        } encode: { @Sendable in
          Data($0.text.utf8)
        })
      var note = Note(text: "")
      #expect(note.text == "hello")
      $note.withLock { $0.text += " world" }
      #expect(text == "hello world")
    }
  }

  #if DEBUG
    @Test("KEY-22 In debug builds a developer can read the file: one line each, keys sorted")
    func pretty() throws {
      try withFiles {
        @Shared(.fileStorage(url)) var numbers: [String: Int] = [:]
        $numbers.withLock { $0 = ["b": 2, "a": 1] }
        let text = try #require(try files.storage.text(url))
        #expect(text.split(separator: "\n").count == 4)
        #expect(text.contains("\"a\" : 1,\n  \"b\" : 2"))
      }
    }
  #endif

  @Test("KEY-21 A missing file counts as the default, which is not written until saved")
  func missing() async throws {
    let shared = try withFiles { Shared(wrappedValue: [1], .fileStorage(url)) }
    #expect(shared.wrappedValue == [1])
    #expect(shared.loadError == nil)
    #expect(files.names == [])
    try await shared.save()
    #expect(files.names == ["file.json"])
  }

  @Test("KEY-21 An empty file counts as the default, and stays empty")
  func empty() throws {
    try files.storage.write("", to: url)
    try withFiles {
      @Shared(.fileStorage(url)) var numbers = [1]
      #expect(numbers == [1])
      #expect($numbers.loadError == nil)
      #expect(text == "")
      $numbers.withLock { $0.append(2) }
      let data = try #require(try files.storage.read(url).data)
      #expect(try JSONDecoder().decode([Int].self, from: data) == [1, 2])
    }
  }

  @Test("KEY-20 Each test, and each argument of one, has its own files", arguments: 0..<3)
  func quarantined(argument: Int) throws {
    @Shared(.fileStorage(url)) var numbers: [Int] = []
    #expect(numbers == [])
    $numbers.withLock { $0.append(argument) }
    @Dependency(\.defaultFileStorage) var storage
    #expect(try storage.read(url).data != nil)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test("SHR-47 Different spellings of a URL lead to one shared value")
  func sameFile() throws {
    try withFiles {
      @Shared(.fileStorage(url)) var numbers = [0]
      let others = [
        URL(fileURLWithPath: "/folder/./file.json"), URL(fileURLWithPath: "/folder/a/../file.json"),
        URL(fileURLWithPath: "file.json", relativeTo: URL(fileURLWithPath: "/folder/")),
        URL(fileURLWithPath: "/").appending(path: "folder/file.json"),
      ]
      for (index, other) in others.enumerated() {
        @Shared(.fileStorage(other)) var same = [0]
        $same.withLock { $0.append(index) }
        #expect(numbers == same && numbers.last == index)
      }
      #expect($numbers.saveError == nil)
    }
  }

  @Test("A required value is the file's, and a missing file is an error")
  func required() async throws {
    let key = try withFiles { FileStorageKey<[Int]>.fileStorage(url) }
    await #expect(throws: (any Error).self) { try await Shared(require: key) }
    try files.storage.write("[7]", to: url)
    let shared = try await Shared(require: key)
    #expect(shared.wrappedValue == [7])
    shared.withLock { $0.append(8) }
    #expect(shared.saveError == nil)
    #expect(shared.wrappedValue == [7, 8])
    try files.storage.write("[9]", to: url)
    #expect(shared.wrappedValue == [9])
  }

  @Test("A value that cannot be encoded, and a file that cannot be written, are save errors")
  func saveErrors() throws {
    try withFiles {
      @Shared(.fileStorage(url)) var number = 0.5
      $number.withLock { $0 = .nan }
      #expect($number.saveError is EncodingError)
      $number.withLock { $0 = 1 }
      #expect($number.saveError == nil)
    }
    try withFiles {
      // A file is in the way of the folder.
      @Shared(.fileStorage(url.appending(component: "below"))) var number = 0
      $number.withLock { $0 = 1 }
      #expect(($number.saveError as? FileStorageError)?.reason == .notAFolder)
    }
  }

  // MARK: - What others do

  @Test("KEY-19 Writes, replacements, deletions and creations by others arrive")
  func external() throws {
    try withFiles {
      @Shared(.fileStorage(url)) var numbers = [0]
      @SharedReader(.fileStorage(url)) var reader = [0]
      try files.storage.write("[1]", to: url)
      #expect(numbers == [1] && reader == [1])
      try files.storage.write("[2]", to: url)
      #expect(numbers == [2] && reader == [2])
      try files.storage.delete(url)
      #expect(numbers == [0] && reader == [0])
      try files.storage.write("[3]", to: url)
      #expect(numbers == [3] && reader == [3])
      $numbers.withLock { $0.append(4) }
      #expect($numbers.saveError == nil)
      #expect(reader == [3, 4])
    }
  }

  @Test("A manual subscriber receives others' writes, and a key saves without one")
  func byHand() throws {
    try withFiles {
      let key = FileStorageKey<Int>.fileStorage(url)
      let seen = LockIsolated<[Int?]>([])
      key.load(
        context: .initialValue(0),
        continuation: LoadContinuation { result in
          seen.withLock { $0.append(try? result.get()) }
        })
      let subscription = key.subscribe(
        context: .initialValue(0),
        subscriber: SharedSubscriber { result in seen.withLock { $0.append(try? result.get()) } })
      try files.storage.write("1", to: url)
      key.save(2, context: .didSet, continuation: SaveContinuation { _ in })
      #expect(text == "2")
      try files.storage.write("3", to: url)
      #expect(seen.value == [nil, 1, 3])
      subscription.cancel()
      try files.storage.write("4", to: url)
      #expect(seen.value == [nil, 1, 3])
    }
  }

  @Test("load() reads unseen changes and clears a load error")
  func reload() async throws {
    let shared = try withFiles { Shared(wrappedValue: [0], .fileStorage(url)) }
    files.writeUnheard("[1]", to: url)
    try await shared.load()
    #expect(shared.wrappedValue == [1])
    files.writeUnheard("nonsense", to: url)
    await #expect(throws: UnreadableFileError.self) { try await shared.load() }
    #expect(shared.loadError is UnreadableFileError)
    #expect(shared.wrappedValue == [1])
    try await shared.load()
    #expect(shared.loadError == nil)
    #expect(shared.wrappedValue == [0])
  }

  @Test("A save that finds the file changed loads it again, and reports a conflict with our value")
  func conflict() throws {
    try withFiles {
      @Shared(.fileStorage(url)) var numbers = [0]
      files.writeUnheard("[1]", to: url)
      $numbers.withLock { $0.append(2) }
      #expect(numbers == [1])
      let error = try #require($numbers.saveError as? FileConflictError)
      #expect(error.rejected as? [Int] == [0, 2])
      #expect(error.url == url)
      #expect("\(error)".contains("'/folder/file.json'"))
      #expect(text == "[1]")
      $numbers.withLock { $0.append(2) }
      #expect(numbers == [1, 2])
      #expect($numbers.saveError == nil)
    }
  }

  @Test("A file deleted in the meantime is created again by a save")
  func deleted() throws {
    try files.storage.write("[1]", to: url)
    try withFiles {
      @Shared(.fileStorage(url)) var numbers = [0]
      files.removeUnheard(url)
      $numbers.withLock { $0.append(2) }
      #expect(numbers == [1, 2])
      #expect($numbers.saveError == nil)
      #expect(text != nil)
    }
  }

  // MARK: - Files that cannot be understood

  @Test("A file that cannot be understood is kept beside its name; the default stands in")
  func unreadable() throws {
    try files.storage.write(#"{"title":1}"#, to: url)
    try withFiles {
      @Shared(.fileStorage(url)) var meeting = Meeting(title: "default")
      #expect(meeting.title == "default")
      let error = try #require($meeting.loadError as? UnreadableFileError)
      let kept = try #require(error.keptAt)
      #expect(kept.lastPathComponent.hasPrefix("file.unreadable-2"))
      #expect(try files.storage.text(kept) == #"{"title":1}"#)
      #expect(
        error.localizedDescription
          == "Cannot understand '/folder/file.json': there is no String at 'title'. "
          + "It was kept as '\(kept.path)'.")
      $meeting.withLock { $0.title = "new" }
      #expect($meeting.saveError == nil)
      #expect(try files.storage.text(kept) == #"{"title":1}"#)
      #expect(files.names.count == 2)
    }
  }

  @Test("Unreadable data written by others is kept, too; the value stays")
  func unreadableLater() throws {
    try withFiles {
      @Shared(.fileStorage(url)) var numbers = [0]
      $numbers.withLock { $0 = [1] }
      try files.storage.write("nonsense", to: url)
      #expect(numbers == [1])
      #expect($numbers.loadError is UnreadableFileError)
      #expect(files.names.count == 1)
      $numbers.withLock { $0 = [2] }
      #expect($numbers.saveError == nil)
      #expect(files.names.count == 2)
      try files.storage.write("[3]", to: url)
      #expect(numbers == [3])
      #expect($numbers.loadError == nil)
    }
  }

  @Test("Saving over unreadable data keeps it first")
  func unreadableWhenSaved() throws {
    try withFiles {
      @Shared(.fileStorage(url)) var numbers = [0]
      files.writeUnheard("nonsense", to: url)
      $numbers.withLock { $0 = [1] }
      #expect($numbers.saveError == nil)
      let kept = try #require(($numbers.loadError as? UnreadableFileError)?.keptAt)
      #expect(try files.storage.text(kept) == "nonsense")
      #expect(numbers == [1])
    }
  }
}
