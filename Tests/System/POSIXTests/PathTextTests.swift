import Foundation
import POSIX
import Testing

/// File names that are not valid UTF-8 survive conversion to Swift's strings and back.
struct PathTextTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("posix-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func bytes(_ text: String) -> [UInt8] {
    text.systemPath.dropLast().map { UInt8(bitPattern: $0) }
  }

  @Test("UTF-8 decodes to the same string as before")
  func text() {
    for text in ["", "talk.wav", "Gespräch 🎙️", "cafe\u{301}", "\u{fffd}", "\u{10ffff}"] {
      #expect(String(systemBytes: Array(text.utf8)).utf8.elementsEqual(text.utf8))
      #expect(bytes(text) == Array(text.utf8))
    }
  }

  @Test("Any bytes survive a round trip, and no two names are one string")
  func lossless() {
    var names: [[UInt8]] = [
      [0xff], [0xc3], [0xc3, 0x28], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
      Array("Gespr".utf8) + [0xe4] + Array("ch.wav".utf8),
      // The replacement text of byte FF, as an actual name.
      Array("\u{10dcff}".utf8),
    ]
    names += (UInt8(1)...255).map { [$0] }
    var seed: UInt64 = 1
    for _ in 0..<2_000 {
      names.append(
        (0..<8).map { _ in
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return [UInt8(truncatingIfNeeded: seed >> 33), 0x41, 0xf4, 0x8d, 0xb2, 0x80][
            Int(seed >> 60) % 6]
        }.map { $0 == 0 ? 1 : $0 })
    }
    for name in names { #expect(bytes(String(systemBytes: name)) == name) }
    let texts = Set(names.map { Array(String(systemBytes: $0).unicodeScalars.map(\.value)) })
    #expect(texts.count == Set(names).count)
  }

  @Test("Invalid bytes are displayed")
  func shown() {
    #expect(String(systemBytes: [0x61, 0xe4, 0x62]).showingBytes == "a\\xE4b")
    #expect("a\u{e4}".showingBytes == "a\u{e4}")
  }

  @Test("Files with such names can be created, found, linked, moved and removed")
  func files() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = String(systemBytes: [0xff, 0x2e, 0xe4])
    let place = folder.path + "/" + name
    try makeFolder(place)
    do { _ = try Descriptor(place + "/" + name, O_WRONLY | O_CREAT, mode: 0o600) }
    #expect(try names(in: folder.path) == [name])
    #expect(isFolder(place) && fileExists(place + "/" + name))
    #expect(realPath(of: place + "/./" + name) == realPath(of: folder.path)! + "/\(name)/\(name)")
    try moveDurably(place + "/" + name, to: place + "/moved")
    #expect(try names(in: place) == ["moved"])
    #expect(symlink(name.systemPath, (folder.path + "/link").systemPath) == 0)
    #expect(try linkTarget(of: folder.path + "/link") == name)
    try removeFile(place + "/moved")
    #expect(rmdir(place.systemPath) == 0)
  }

  @Test("A program gets such arguments and variables as they are")
  func program() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let byte = String(systemBytes: [0xff])
    let ends = try SocketPair()
    let pid = try spawnProcess(
      "/bin/sh", ["-c", #"printf "%s%s" "$1" "$VARIABLE""#, "sh", byte],
      environment: ["VARIABLE": "a\(byte)"], input: 0, output: ends.far.number, errors: 2)
    #expect(try collectChild(pid) == .exited(0))
    let near = ends.closingFar()
    #expect(try near.read(upTo: 9) == [0xff, 0x61, 0xff])
  }

  @Test("A variable of this process that is not UTF-8 is read")
  func environment() {
    setenv("POSIX_TESTS_BYTES".systemPath, String(systemBytes: [0xe4]).systemPath, 1)
    defer { unsetenv("POSIX_TESTS_BYTES") }
    #expect(ProcessText.environment["POSIX_TESTS_BYTES"] == String(systemBytes: [0xe4]))
    #expect(ProcessText.environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
  }
}
