import FolderWatchClient
import Foundation
import Testing

@testable import WatchCore

struct PendingFilesTests {
  private let inbox = URL(fileURLWithPath: "/inbox", isDirectory: true)
  private var pendingFiles = PendingFiles(rest: .seconds(2))

  private func file(_ name: String, byteCount: Int64 = 1, modifiedAt: Int64 = 0) -> WatchedFile {
    WatchedFile(
      url: inbox.appendingPathComponent(name), byteCount: byteCount, modifiedAt: modifiedAt)
  }

  @Test("A file is ready once it has been unchanged for a while")
  mutating func rest() {
    pendingFiles.update(with: [file("a.wav")], below: inbox, at: .seconds(10))
    #expect(pendingFiles.nextDue == .seconds(12))
    #expect(pendingFiles.ready(at: .milliseconds(11_999)) == [])
    #expect(pendingFiles.ready(at: .seconds(12)) == [file("a.wav")])
    pendingFiles.update(with: [file("a.wav", byteCount: 2)], below: inbox, at: .seconds(12))
    #expect(pendingFiles.ready(at: .seconds(13)) == [])
    pendingFiles.update(
      with: [file("a.wav", byteCount: 2, modifiedAt: 1)], below: inbox, at: .seconds(13))
    #expect(pendingFiles.ready(at: .seconds(14)) == [])
    #expect(pendingFiles.ready(at: .seconds(15)).map(\.byteCount) == [2])
    #expect(pendingFiles.age(of: file("a.wav"), at: .seconds(16)) == .seconds(3))
  }

  @Test("Files are sorted by modification date")
  mutating func order() {
    let files = [file("a.wav", modifiedAt: 3), file("b.wav", modifiedAt: 2), file("c.wav")]
    pendingFiles.update(with: files, below: inbox, at: .zero)
    #expect(pendingFiles.ready(at: .seconds(2)) == files.reversed())
  }

  @Test("A processed file returns only when it has changed")
  mutating func taken() {
    pendingFiles.update(with: [file("a.wav")], below: inbox, at: .zero)
    pendingFiles.markProcessed(file("a.wav"))
    #expect(pendingFiles.isEmpty && pendingFiles.nextDue == nil)
    pendingFiles.update(with: [file("a.wav")], below: inbox, at: .seconds(5))
    #expect(pendingFiles.isEmpty)
    pendingFiles.update(with: [file("a.wav", modifiedAt: 1)], below: inbox, at: .seconds(6))
    #expect(pendingFiles.ready(at: .seconds(8)).count == 1)
  }

  @Test("Removed files are dropped, and files of other folders stay")
  mutating func gone() {
    let other = URL(fileURLWithPath: "/inbox2", isDirectory: true)
    pendingFiles.update(with: [file("a.wav")], below: inbox, at: .zero)
    pendingFiles.update(with: [], below: other, at: .zero)
    #expect(!pendingFiles.isEmpty)
    pendingFiles.update(with: [], below: inbox, at: .zero)
    #expect(pendingFiles.isEmpty)
  }

  @Test("A postponed file is ready at its time")
  mutating func postponed() {
    pendingFiles.update(with: [file("a.wav")], below: inbox, at: .zero)
    pendingFiles.postpone(file("a.wav"), until: .seconds(30))
    #expect(pendingFiles.nextDue == .seconds(30))
    #expect(pendingFiles.ready(at: .seconds(29)) == [])
    #expect(pendingFiles.ready(at: .seconds(30)) == [file("a.wav")])
  }

  @Test(
    "Names of incomplete and hidden files are skipped",
    arguments: [
      ("talk.wav", true), ("talk.WAV", true), ("talk.wav.part", false), (".talk.wav", false),
      (".talk.wav.Xs3k9", false), ("~talk.wav", false), ("#talk.wav#", false), ("talk", false),
      ("talk.crdownload", false), ("talk.txt", false), (".wav", false), ("a.b.m4a", true),
    ])
  func names(name: String, isWanted: Bool) {
    #expect(WatchFilter.includes(file: name) == isWanted)
  }

  @Test(
    "Folders of browsers and synchronization programs are skipped",
    arguments: [
      ("2026", true), ("talk.wav.download", false), (".stversions", false), ("a.PART", false),
    ])
  func folders(name: String, isWanted: Bool) {
    #expect(WatchFilter.includes(folder: name) == isWanted)
  }
}
