import SharedModels
import Testing
import TranscriptExport

struct ExportContentTests {
  private func name(_ title: String, _ content: ExportContent = .transcript(.txt)) -> String {
    content.fileName(of: .preview(title: title))
  }

  @Test("Each export format has a name that parses")
  func rawValues() {
    #expect(
      ExportContent.allCases.map(\.rawValue) == [
        "txt", "srt", "vtt", "json", "md", "rttm", "audio",
      ])
    for content in ExportContent.allCases {
      #expect(ExportContent(rawValue: content.rawValue) == content)
    }
    #expect(ExportContent(rawValue: "doc") == nil)
  }

  @Test("A file is named after its memo, with an extension for its content")
  func extensions() {
    #expect(name("Budget") == "Budget.txt")
    #expect(name("Budget", .transcript(.srt)) == "Budget.srt")
    #expect(name("Budget", .audio) == "Budget.wav")
  }

  @Test(
    "A title becomes a name that every file system takes",
    arguments: [
      ("a/b\\c:d", "a-b-c-d.txt"), ("", "Untitled.txt"), ("...", "Untitled.txt"),
      ("../../etc/passwd", "etc-passwd.txt"), (" \t two\n words ", "two words.txt"),
      (".hidden", "hidden.txt"), ("-rf", "rf.txt"), ("Why?", "Why-.txt"),
      ("end. ", "end.txt"), ("a\u{0}\u{1b}[31mb", "a[31mb.txt"), ("a\u{202e}b", "ab.txt"),
      ("会議 🎙️", "会議 🎙️.txt"), ("family 👩‍👩‍👧", "family 👩‍👩‍👧.txt"), ("Zoë", "Zoë.txt"),
    ])
  func hostileTitles(title: String, expected: String) {
    #expect(name(title) == expected)
  }

  @Test("A long title is cut between characters, leaving room for number and extension")
  func long() {
    let name = name(String(repeating: "👩‍👩‍👧", count: 100))
    #expect(name.utf8.count <= 204)
    #expect(name.dropLast(4).allSatisfy { $0 == "👩‍👩‍👧" })
  }

  @Test("Memos with equal titles get numbers, ignoring case")
  func unique() {
    let recordings = ["Memo", "memo", "Other", "Memo 2", "MEMO"].map {
      Recording.preview(title: $0)
    }
    #expect(
      ExportContent.transcript(.md).fileNames(of: recordings)
        == ["Memo.md", "memo 2.md", "Other.md", "Memo 2 2.md", "MEMO 3.md"])
  }

  @Test("Numbers stand before the extension")
  func numbered() {
    #expect(
      numberedNames(for: "a.b.txt").prefix(3).map(\.name) == [
        "a.b.txt", "a.b 2.txt", "a.b 3.txt",
      ])
    #expect(numberedNames(for: ".profile").prefix(2).map(\.name) == [".profile", ".profile 2"])
    #expect(numberedNames(for: "a.txt", from: 7).prefix(2).map(\.number) == [7, 8])
    #expect(numberedNames(for: "a.txt", from: 7).prefix(2).map(\.name) == ["a 7.txt", "a 8.txt"])
  }
}
