import ConcurrencyExtras
import DatabaseClient
import Dependencies
import ExportFilesClient
import Foundation
import SharedModels
import Testing

/// Exports into folders: the names of their files, and what they replace.
struct ExportNamesTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession([TranscribedMemo(recording: .mock, transcription: .mock)])
  }

  @Test("On request an export replaces files, but not those of other memos, folders, and pipes")
  func exportOverwriting() async throws {
    let session = try CommandSession([
      .numbered(1, title: "Memo"), .numbered(2, title: "memo", "Bye."), .numbered(3, title: "Pipe"),
    ])
    try session.file("out/Memo.txt", "old")
    let folder = session.folder.root.path + "/out"
    try FileManager.default.createDirectory(
      atPath: folder + "/memo 2.txt", withIntermediateDirectories: false)
    #expect(mkfifo(folder + "/Pipe.txt", 0o600) == 0)
    let ids = [UUID(1), UUID(2), UUID(3)].map { $0.uuidString.lowercased() }
    for _ in 1...2 {
      let outcome = await session.run(["export"] + ids + ["--overwrite", "-o", folder])
      #expect(
        outcome
          == .init(
            0, output: ["Memo", "memo 3", "Pipe 2"].map { "\(folder)/\($0).txt\n" }.joined()))
    }
    #expect(try String(contentsOfFile: folder + "/Memo.txt", encoding: .utf8) == "Hello there.\n")
    #expect(try String(contentsOfFile: folder + "/memo 3.txt", encoding: .utf8) == "Bye.\n")
  }

  @Test(
    "A template names the files in a folder",
    arguments: [
      ("{date} {title}", "2026-09-09 A-B.txt"), ("{time}", "01-26.txt"), ("{id}", "00000000.txt"),
      ("{file}", "talk.one.txt"), ("note", "note.txt"), ("../{title}", nil), ("{titel}", nil),
      ("{title", nil), ("title}", nil), (" ", nil), ("", nil),
    ] as [(String, String?)])
  func template(text: String, name: String?) async throws {
    var recording = Recording.preview(
      id: Recording.ID(UUID(1)), title: "A/B", date: Date(timeIntervalSince1970: 1_788_913_600))
    recording.provenance = .imported(fileName: "talk.one.wav")
    let session = try CommandSession([
      TranscribedMemo(recording: recording, transcription: .preview("Hello."))
    ])
    let folder = session.folder.root.path + "/out/"
    let outcome = await session.run("export", "0000", "--name", text, "-o", folder)
    if let name {
      #expect(outcome == .init(0, output: "\(folder)\(name)\n"))
    } else {
      #expect(outcome.status == 2 && outcome.error.contains("is not a file name with {date}"))
    }
  }

  @Test("A template and --overwrite need a folder")
  func namesWithoutFolder() async {
    for options in [["--overwrite"], ["--name", "{date}"], ["--name", "{date}", "-o", "-"]] {
      let outcome = await session.run(["export", "0000"] + options)
      #expect(outcome.status == 2 && outcome.error.contains("need a folder"))
    }
    let path = session.folder.root.path + "/out.txt"
    let outcome = await session.run("export", "0000", "--name", "{date}", "-o", path)
    #expect(outcome.status == 1 && outcome.error.contains("--name needs a folder"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("An export ends if its folder is removed in the meantime")
  func folderRemoved() async throws {
    let folder = session.folder.root.path + "/out"
    let outcome = await session.run("export", "0000", "-o", folder) {
      $0.exportFiles.item = { $0.path == folder ? .folder : .noFolder }
    }
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("the folder \(folder) does not exist"))
  }

  @Test("Each of many memos with the same title needs few looks at the folder")
  func equalTitles() async throws {
    let memos = (1...40).map { TranscribedMemo.numbered($0, title: "Memo") }
    let session = try CommandSession(memos)
    let folder = session.folder.root.path + "/out/"
    for options in [[], ["--overwrite"]] {
      let looks = LockIsolated(0)
      let outcome = await session.run(["export", "--all", "-o", folder] + options) { values in
        let item = values.exportFiles.item
        values.exportFiles.item = { url in
          looks.withValue { $0 += 1 }
          return try await item(url)
        }
      }
      #expect(outcome.status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(Set(names) == Set(["Memo.txt"] + (2...40).map { "Memo \($0).txt" }))
      // One at the folder; for each memo the taken name, its own, and its own before it is written.
      #expect(looks.value <= 1 + 3 * memos.count)
    }
  }

  @Test("A memo that cannot be exported leaves its name to the next one")
  func failedName() async throws {
    let session = try CommandSession([.numbered(1, title: "Memo"), .numbered(3, title: "Memo")])
    try await session.database.insert(
      .preview(id: Recording.ID(UUID(2)), title: "Memo", transcription: .failed(reason: "silent")),
      nil)
    let folder = session.folder.root.path + "/out"
    let ids = [UUID(1), UUID(2), UUID(3)].map { $0.uuidString.lowercased() }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let outcome = await session.run(["export"] + ids + ["-o", folder])
    #expect(outcome.status == 1)
    #expect(outcome.output == "\(folder)/Memo.txt\n\(folder)/Memo 2.txt\n")
  }

  @Test("An export creates no folder inside those of the library")
  func exportIntoLibrary() async throws {
    let folder = session.folder.root.path + "/audio/new/"
    let outcome = await session.run("export", "0000", "-o", folder)
    #expect(outcome.status == 1 && outcome.error.contains("belongs to the library"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("As JSON, a memo that cannot be exported is an event")
  func failedAsJSON() async throws {
    let session = try CommandSession([.numbered(1, title: "One")])
    try await session.database.insert(
      .preview(id: Recording.ID(UUID(2)), title: "Two", transcription: .failed(reason: "silent")),
      nil)
    let outcome = await session.run("export", "--all", "--json")
    #expect(outcome.status == 1 && outcome.error == "")
    #expect(Set(outcome.objects.compactMap { $0["event"] as? String }) == ["exported", "failed"])
    let failed = try #require(outcome.objects.first { $0["event"] as? String == "failed" })
    #expect(failed["title"] as? String == "Two")
    #expect((failed["reason"] as? String)?.contains("has no transcript yet") == true)
  }
}
