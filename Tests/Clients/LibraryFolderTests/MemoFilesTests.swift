import Foundation
import LibraryFolder
import SharedModels
import Testing

final class MemoFilesTests {
  private let folder = LibraryFolder(
    root: FileManager.default.temporaryDirectory.appending(component: "memo-files-\(UUID())"))
  private let files: MemoFiles

  init() throws {
    files = MemoFiles(folder)
    try FileManager.default.createDirectory(at: folder.audio, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder.root) }

  private func memo(_ title: String, sound name: String, isPresent: Bool = true) throws -> Recording
  {
    if isPresent { try Data("sound".utf8).write(to: folder.audioFile(named: name)) }
    return Recording(
      id: Recording.ID(UUID()), audio: AudioFile(fileName: name, sha256: "abc"),
      date: Date(timeIntervalSince1970: 17.25), duration: .seconds(3), isFavorite: true,
      provenance: .imported(fileName: "x.flac"), tags: ["work"], title: title,
      transcription: .failed(reason: "no engine"), trashedAt: Date(timeIntervalSince1970: 20))
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.memos.path)) ?? []).sorted()
  }

  @Test("A memo's file has the user's metadata, not its state or the trash")
  func written() throws {
    let memo = try memo("Budget", sound: "one.flac")
    #expect(try files.write(memo))
    var expected = memo
    expected.transcription = .none
    expected.trashedAt = nil
    #expect(files.recording(forAudio: "one.flac") == expected)
    #expect(names == ["one.json"])
    #expect(try !files.write(memo), "it is the same")
    var renamed = memo
    renamed.title = "Costs"
    #expect(try files.write(renamed))
    #expect(files.recording(forAudio: "one.flac")?.title == "Costs")
  }

  @Test("The mark of a deleted memo replaces its file, until the memo is written again")
  func markedAsDeleted() throws {
    let memo = try memo("Budget", sound: "one.flac")
    #expect(!files.markDeleted(audio: "one.flac"), "it has no file")
    #expect(names == [])
    try files.write(memo)
    #expect(!files.isDeleted(audio: "one.flac"))
    #expect(files.markDeleted(audio: "one.flac"))
    #expect(files.isDeleted(audio: "one.flac") && !files.isDeleted(audio: "one.wav"))
    #expect(files.recording(forAudio: "one.flac") == nil)
    #expect(try files.write(memo))
    #expect(!files.isDeleted(audio: "one.flac"))
    #expect(files.recording(forAudio: "one.flac")?.title == "Budget")
  }

  @Test("A memo without audio gets no file")
  func withoutSound() throws {
    #expect(try !files.write(try memo("Lost", sound: "lost.flac", isPresent: false)))
    #expect(names == [])
  }

  @Test("An unreadable file, or one of other audio, is not a memo")
  func damaged() throws {
    try FileManager.default.createDirectory(at: folder.memos, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: folder.memos.appending(component: "one.json"))
    #expect(files.recording(forAudio: "one.flac") == nil)
    #expect(files.recording(forAudio: "two.flac") == nil)
    try files.write(try memo("Budget", sound: "three.flac"))
    #expect(files.recording(forAudio: "three.wav") == nil)
  }

  @Test("Deleting a memo's file succeeds even if it is missing")
  func deleted() throws {
    try files.write(try memo("Budget", sound: "one.flac"))
    files.delete(forAudio: "two.flac")
    #expect(names == ["one.json"])
    files.delete(forAudio: "one.flac")
    #expect(names == [])
  }
}
