import Foundation
import ImportCore
import Testing

struct ImportSourcesTests {
  private let scratch: Scratch
  private var sources = ImportSources()

  init() throws {
    scratch = try Scratch()
  }

  /// The files that were found, by their names below the scratch folder.
  private var names: [String] {
    sources.files.map { String($0.path.dropFirst(scratch.folder.path.count + 1)) }
  }

  @Test("A file is accepted whatever its name")
  mutating func file() throws {
    sources.add(try scratch.file("no ending"))
    sources.add(try scratch.file(".hidden"))
    #expect(names == ["no ending", ".hidden"])
    #expect(sources.problems == [])
  }

  @Test("A folder stands for the audio and video below it, in the order of names")
  mutating func folder() throws {
    for name in ["b.WAV", "a/z.opus", "c.txt", "d.mp4", "e/f/g.m4a", "notes"] {
      try scratch.file(name)
    }
    sources.add(scratch.folder)
    #expect(names == ["a/z.opus", "b.WAV", "d.mp4", "e/f/g.m4a"])
    #expect(sources.problems == [])
  }

  @Test(
    "Rarer audio formats are found in folders, too",
    arguments: ["w64", "mp2", "AIFC", "weba", "wv"])
  mutating func rarer(ending: String) throws {
    try scratch.file("talk.\(ending)")
    sources.add(scratch.folder)
    #expect(names == ["talk.\(ending)"])
  }

  @Test("Hidden files and folders are left out of folders")
  mutating func hidden() throws {
    for name in [".a.wav", ".cache/b.wav", "c.wav"] { try scratch.file(name) }
    sources.add(scratch.folder)
    #expect(names == ["c.wav"])
  }

  @Test("Names with spaces, newlines, percent signs and emoji are found as they are")
  mutating func oddNames() throws {
    for name in ["a b.wav", "c\nd.wav", "50%20.wav", "🎙️.wav"] { try scratch.file(name) }
    sources.add(scratch.folder)
    #expect(Set(names) == ["a b.wav", "c\nd.wav", "50%20.wav", "🎙️.wav"])
    #expect(sources.problems == [])
  }

  @Test("A link to a file is the file; a link to a folder is not followed in a folder")
  mutating func links() throws {
    try scratch.file("memos/a.wav")
    _ = try scratch.link("memos/b.wav", to: "a.wav")
    _ = try scratch.link("memos/again", to: ".")
    _ = try scratch.link("memos/again.wav", to: ".")
    let memos = scratch.folder.appendingPathComponent("memos")
    sources.add(memos)
    #expect(names == ["memos/a.wav", "memos/b.wav"])
    #expect(sources.problems == [])
    sources.add(try scratch.link("other", to: "memos"))
    #expect(sources.files.count == 4)
  }

  @Test("A link that leads to itself is a problem, alone and in a folder")
  mutating func loop() throws {
    let loop = try scratch.link("loop.wav", to: "loop.wav")
    sources.add(loop)
    sources.add(scratch.folder)
    #expect(sources.problems == [.symbolicLinkLoop(loop.path), .symbolicLinkLoop(loop.path)])
    #expect(sources.files == [])
  }

  @Test("A link that leads nowhere is a problem, and the rest of its folder is found")
  mutating func danglingLink() throws {
    try scratch.file("a.wav")
    let link = try scratch.link("b.wav", to: "gone.wav")
    try scratch.file("c.wav")
    sources.add(scratch.folder)
    #expect(names == ["a.wav", "c.wav"])
    #expect(sources.problems == [.missing(link.path)])
  }

  @Test("A path that leads nowhere, or through a file, is a problem")
  mutating func missing() throws {
    let file = try scratch.file("a.wav")
    for url in [scratch.folder.appendingPathComponent("gone"), file.appendingPathComponent("b")] {
      sources.add(url)
      #expect(sources.problems.last == .missing(url.path))
    }
  }

  @Test("Folders without audio and empty folders are problems")
  mutating func emptyFolder() throws {
    try scratch.file("letters/letter.txt")
    sources.add(scratch.folder.appendingPathComponent("letters"))
    sources.add(scratch.folder)
    #expect(
      sources.problems == [
        .emptyFolder(scratch.folder.appendingPathComponent("letters").path),
        .emptyFolder(scratch.folder.path),
      ])
  }

  @Test("A folder with only problems is not also reported as empty")
  mutating func onlyProblems() throws {
    let loop = try scratch.link("loop.wav", to: "loop.wav")
    sources.add(scratch.folder)
    #expect(sources.problems == [.symbolicLinkLoop(loop.path)])
  }

  @Test("Names that are not UTF-8 are found")
  mutating func notUTF8() throws {
    let bytes = Array(scratch.folder.path.utf8) + [0x2f, 0xff, 0xfe] + Array(".wav".utf8) + [0]
    close(creat(bytes.map { CChar(bitPattern: $0) }, 0o600))
    try scratch.file("good.wav")
    sources.add(scratch.folder)
    #expect(names == ["good.wav", "\u{10dcff}\u{10dcfe}.wav"])
    #expect(sources.problems == [])
  }

  @Test("Each problem is one line that begins with the path")
  func descriptions() {
    let problems: [ImportSources.Problem] = [
      .emptyFolder("/x"), .missing("/x"), .symbolicLinkLoop("/x"),
      .unreadable("/x", reason: "Permission denied"),
    ]
    #expect(
      problems.map(\.description) == [
        "/x: no audio files in this folder",
        "/x: no such file or folder",
        "/x: a symbolic link that points back to itself",
        "/x: cannot be read: Permission denied",
      ])
  }
}
