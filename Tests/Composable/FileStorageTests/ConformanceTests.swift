import ConcurrencyExtras
import FileStorage
import Foundation
import Testing

/// Behavior shared by disk and memory.
struct ConformanceTests {
  private let room: Room

  init() throws { room = try Room() }

  @Test("Written data is read", arguments: Kind.allCases)
  func roundTrip(_ kind: Kind) throws {
    let files = kind.storage
    let url = room.file("a.json")
    try files.write("one", to: url)
    #expect(try files.text(url) == "one")
    try files.write("and two", to: url)
    #expect(try files.text(url) == "and two")
    try files.write("", to: url)
    #expect(try files.text(url) == "")
  }

  @Test(
    "KEY-21 A missing file is not an error, and reading does not create it",
    arguments: Kind.allCases)
  func missing(_ kind: Kind) throws {
    let files = kind.storage
    for url in [room.file("none"), room.file("no/folder/here")] {
      #expect(try files.read(url) == FileSnapshot(data: nil, stamp: .missing))
      #expect(try files.stamp(of: url).isMissing)
      #expect(try !files.delete(url))
      #expect(try files.quarantine(url) == nil)
    }
    #expect(try room.names == [])
  }

  @Test("Intermediate folders are created", arguments: Kind.allCases)
  func folders(_ kind: Kind) throws {
    let files = kind.storage
    let url = room.file("x/y/z.json")
    try files.write("deep", to: url)
    #expect(try files.text(url) == "deep")
  }

  @Test(
    "A folder may be created twice, and not below a file", arguments: Kind.allCases)
  func makeFolder(_ kind: Kind) throws {
    let files = kind.storage
    for _ in 1...2 { try files.makeFolder(room.file("x/y")) }
    try files.write("deep", to: room.file("x/y/z.json"))
    #expect(try files.text(room.file("x/y/z.json")) == "deep")
    for name in ["x/y/z.json", "x/y/z.json/below"] {
      expectFailure(.notAFolder) { try files.makeFolder(room.file(name)) }
    }
  }

  @Test("Large values survive", arguments: Kind.allCases)
  func large(_ kind: Kind) throws {
    let files = kind.storage
    var generator = SystemRandomNumberGenerator()
    let data = Data((0..<300_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    let stamp = try files.write(data, to: room.file("large"))
    #expect(try files.read(room.file("large")) == FileSnapshot(data: data, stamp: stamp))
    #expect(stamp.size == 300_000)
  }

  @Test("A deleted file is gone", arguments: Kind.allCases)
  func delete(_ kind: Kind) throws {
    let files = kind.storage
    let url = room.file("a")
    try files.write("x", to: url)
    #expect(try files.delete(url))
    #expect(try files.read(url).data == nil)
    #expect(try !files.delete(url))
  }

  @Test("Every write has its own stamp, however fast and similar", arguments: Kind.allCases)
  func stamps(_ kind: Kind) throws {
    let files = kind.storage
    let url = room.file("a")
    var stamps: Set<FileStamp> = []
    for number in 1...50 {
      let stamp = try files.write("same", to: url)
      #expect(try files.stamp(of: url) == stamp)
      #expect(try files.read(url).stamp == stamp)
      stamps.insert(stamp)
      #expect(stamps.count == number)
    }
  }

  @Test(
    "A quarantined file lies beside, under a dated name that no other has", arguments: Kind.allCases
  )
  func quarantine(_ kind: Kind) throws {
    let files = kind.storage
    let url = room.file("settings.json")
    let date = Date(timeIntervalSince1970: 1_795_241_700)
    var moved: [URL] = []
    for text in ["{", "[", "("] {
      try files.write(text, to: url)
      moved.append(try #require(try files.quarantine(url, date: date)))
      #expect(try files.read(url).data == nil)
    }
    #expect(
      moved.map(\.lastPathComponent) == [
        "settings.unreadable-2026-11-21T061500Z.json",
        "settings.unreadable-2026-11-21T061500Z-2.json",
        "settings.unreadable-2026-11-21T061500Z-3.json",
      ])
    #expect(moved.allSatisfy { $0.deletingLastPathComponent().path == room.folder.path })
    #expect(try moved.map { try files.text($0) } == ["{", "[", "("])
  }

  @Test("Only the file that was found unreadable is moved aside", arguments: Kind.allCases)
  func quarantineExpecting(_ kind: Kind) throws {
    let files = kind.storage
    let url = room.file("settings.json")
    let unreadable = try files.write("{", to: url)
    let good = try files.write("{}", to: url)
    expectFailure(.changed) { try files.quarantine(url, expecting: unreadable) }
    #expect(try files.text(url) == "{}")
    #expect(try files.quarantine(url, expecting: good) != nil)
  }

  @Test("Long names are quarantined too", arguments: Kind.allCases)
  func quarantineLongName(_ kind: Kind) throws {
    let files = kind.storage
    let url = room.file(String(repeating: "é", count: 125) + ".json")
    try files.write("{", to: url)
    let moved = try #require(try files.quarantine(url))
    #expect(moved.lastPathComponent.utf8.count <= 255)
    #expect(moved.pathExtension == "json")
    #expect(try files.text(moved) == "{")
  }

  @Test("A folder is not written, read, or deleted as a file", arguments: Kind.allCases)
  func folder(_ kind: Kind) throws {
    let files = kind.storage
    try files.write("x", to: room.file("folder/file"))
    let url = room.file("folder")
    expectFailure(.isDirectory) { try files.write("x", to: url) }
    expectFailure(.isDirectory) { _ = try files.read(url) }
    expectFailure(.isDirectory) { _ = try files.stamp(of: url) }
    expectFailure(.isDirectory) { try files.delete(url) }
    expectFailure(.isDirectory) { try files.quarantine(url) }
    #expect(try files.text(room.file("folder/file")) == "x")
  }

  @Test("A file is not a folder", arguments: Kind.allCases)
  func notAFolder(_ kind: Kind) throws {
    let files = kind.storage
    try files.write("x", to: room.file("file"))
    let url = room.file("file/below")
    expectFailure(.notAFolder) { try files.write("x", to: url) }
    expectFailure(.notAFolder) { _ = try files.read(url) }
    expectFailure(.notAFolder) { try files.delete(url) }
    expectFailure(.notAFolder) { try files.withLock(on: url) {} }
  }

  @Test("Names that are too long are refused", arguments: Kind.allCases)
  func nameTooLong(_ kind: Kind) throws {
    let files = kind.storage
    let url = room.file(String(repeating: "n", count: 256))
    expectFailure(.nameTooLong) { try files.write("x", to: url) }
    expectFailure(.nameTooLong) { _ = try files.read(url) }
    try files.write("x", to: room.file(String(repeating: "n", count: 255)))
    #expect(try files.text(room.file(String(repeating: "n", count: 255))) == "x")
  }

  @Test("KEY-26 A URL that is not a file is refused", arguments: Kind.allCases)
  func notAFile(_ kind: Kind) throws {
    let files = kind.storage
    let url = try #require(URL(string: "https://example.com/a.json"))
    expectFailure(.notAFileURL) { try files.write("x", to: url) }
    expectFailure(.notAFileURL) { _ = try files.subscribe(to: url) { _ in } }
    expectFailure(.isDirectory) { try files.write("x", to: URL(fileURLWithPath: "/")) }
  }

  @Test("KEY-23 Paths may have either spelling", arguments: Kind.allCases)
  func spelling(_ kind: Kind) throws {
    let files = kind.storage
    try files.write("x", to: room.folder.appending(component: "a b.json"))
    #expect(try files.text(room.folder.appending(path: "a b.json")) == "x")
    #expect(try files.text(URL(fileURLWithPath: "\(room.folder.path)/./a b.json")) == "x")
  }
}
