import Foundation
import Testing

@testable import ImportCore

struct TypedPathsTests {
  private func parse(_ text: String, existing: Set<String> = []) -> [String] {
    TypedPaths.parse(text, home: "/home/zoe", exists: existing.contains)
  }

  @Test(
    "Paths are read as a shell reads them",
    arguments: [
      ("", []), ("  ", []), ("a.wav", ["a.wav"]), (" a  b\tc ", ["a", "b", "c"]),
      (#"my\ talk.wav b"#, ["my talk.wav", "b"]),
      (#"'my talk.wav' "the other.wav""#, ["my talk.wav", "the other.wav"]),
      (#"'it'\''s.wav'"#, ["it's.wav"]), (#""a \"b\".wav""#, [#"a "b".wav"#]),
      ("'no\\escape'", ["no\\escape"]), ("'not closed", ["not closed"]),
      ("~ ~/a ~b a/~", ["/home/zoe", "/home/zoe/a", "~b", "a/~"]),
      ("file:///music/my%20talk.wav", ["/music/my talk.wav"]),
      ("file:///music/a%FFb", ["/music/a\u{10dcff}b"]),
      ("/音楽/会議.wav", ["/音楽/会議.wav"]),
    ])
  func parsing(text: String, paths: [String]) {
    #expect(parse(text) == paths)
  }

  @Test("A text that is a file's name as a whole is that name")
  func whole() {
    #expect(
      parse(" ~/my 'best' talk.wav ", existing: ["/home/zoe/my 'best' talk.wav"])
        == ["/home/zoe/my 'best' talk.wav"])
  }

  @Test("Tab completes the typed path and keeps the text before it")
  func completing() {
    #expect(TypedPaths.last(of: "a 'b c") == "b c")
    #expect(TypedPaths.last(of: "a ") == nil)
    #expect(TypedPaths.completing("a b", with: ["bcd", "bce"]) == "a bc")
    #expect(TypedPaths.completing("'b c", with: ["b c/d e"]) == #"b\ c/d\ e"#)
    #expect(TypedPaths.completing("a b", with: []) == "a b")
    #expect(TypedPaths.completing("a b", with: ["xyz"]) == "a b")
    #expect(TypedPaths.completing("a ", with: ["xyz"]) == "a ")
  }

  @Test("Files and folders are completed; hidden ones only after a dot")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("typed-paths-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("music"), withIntermediateDirectories: true)
    for name in ["memo.wav", "mine.wav", ".hidden", "other"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    let path = folder.path
    #expect(
      PathCompletion.paths(completing: "\(path)/m", home: "/")
        == ["\(path)/memo.wav", "\(path)/mine.wav", "\(path)/music/"])
    #expect(PathCompletion.paths(completing: "\(path)/.", home: "/") == ["\(path)/.hidden"])
    #expect(PathCompletion.paths(completing: "\(path)/nothing/", home: "/") == [])
    #expect(
      PathCompletion.paths(completing: "~/o", home: path) == ["~/other"])
  }
}
