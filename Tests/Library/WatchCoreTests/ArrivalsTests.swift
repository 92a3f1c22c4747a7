import FolderWatchClient
import Foundation
import Testing

@testable import WatchCore

struct ArrivalsTests {
  private let inbox = URL(fileURLWithPath: "/inbox", isDirectory: true)
  private var arrivals = Arrivals(rest: .seconds(2))

  private func file(_ name: String, byteCount: Int64 = 1, modifiedAt: Int64 = 0) -> WatchedFile {
    WatchedFile(
      url: inbox.appendingPathComponent(name), byteCount: byteCount, modifiedAt: modifiedAt)
  }

  @Test("A file is ready once it has stayed as it is for a while")
  mutating func rest() {
    arrivals.look(at: [file("a.wav")], below: inbox, at: .seconds(10))
    #expect(arrivals.nextDue == .seconds(12))
    #expect(arrivals.ready(at: .milliseconds(11_999)) == [])
    #expect(arrivals.ready(at: .seconds(12)) == [file("a.wav")])
    arrivals.look(at: [file("a.wav", byteCount: 2)], below: inbox, at: .seconds(12))
    #expect(arrivals.ready(at: .seconds(13)) == [])
    arrivals.look(
      at: [file("a.wav", byteCount: 2, modifiedAt: 1)], below: inbox, at: .seconds(13))
    #expect(arrivals.ready(at: .seconds(14)) == [])
    #expect(arrivals.ready(at: .seconds(15)).map(\.byteCount) == [2])
    #expect(arrivals.age(of: file("a.wav"), at: .seconds(16)) == .seconds(3))
  }

  @Test("The one that was written first comes first")
  mutating func order() {
    let files = [file("a.wav", modifiedAt: 3), file("b.wav", modifiedAt: 2), file("c.wav")]
    arrivals.look(at: files, below: inbox, at: .zero)
    #expect(arrivals.ready(at: .seconds(2)) == files.reversed())
  }

  @Test("What was taken comes again only when it has changed")
  mutating func taken() {
    arrivals.look(at: [file("a.wav")], below: inbox, at: .zero)
    arrivals.take(file("a.wav"))
    #expect(arrivals.isEmpty && arrivals.nextDue == nil)
    arrivals.look(at: [file("a.wav")], below: inbox, at: .seconds(5))
    #expect(arrivals.isEmpty)
    arrivals.look(at: [file("a.wav", modifiedAt: 1)], below: inbox, at: .seconds(6))
    #expect(arrivals.ready(at: .seconds(8)).count == 1)
  }

  @Test("What has gone is not waited for, and what is in another folder is not touched")
  mutating func gone() {
    let other = URL(fileURLWithPath: "/inbox2", isDirectory: true)
    arrivals.look(at: [file("a.wav")], below: inbox, at: .zero)
    arrivals.look(at: [], below: other, at: .zero)
    #expect(!arrivals.isEmpty)
    arrivals.look(at: [], below: inbox, at: .zero)
    #expect(arrivals.isEmpty)
  }

  @Test("What is to be tried again is ready then")
  mutating func postponed() {
    arrivals.look(at: [file("a.wav")], below: inbox, at: .zero)
    arrivals.postpone(file("a.wav"), until: .seconds(30))
    #expect(arrivals.nextDue == .seconds(30))
    #expect(arrivals.ready(at: .seconds(29)) == [])
    #expect(arrivals.ready(at: .seconds(30)) == [file("a.wav")])
  }

  @Test(
    "Names of files that are not whole, or hidden, are passed over",
    arguments: [
      ("talk.wav", true), ("talk.WAV", true), ("talk.wav.part", false), (".talk.wav", false),
      (".talk.wav.Xs3k9", false), ("~talk.wav", false), ("#talk.wav#", false), ("talk", false),
      ("talk.crdownload", false), ("talk.txt", false), (".wav", false), ("a.b.m4a", true),
    ])
  func names(name: String, isWanted: Bool) {
    #expect(ArrivalNames.isWanted(file: name) == isWanted)
  }

  @Test(
    "Folders of browsers and of programs that synchronise are passed over",
    arguments: [
      ("2026", true), ("talk.wav.download", false), (".stversions", false), ("a.PART", false),
    ])
  func folders(name: String, isWanted: Bool) {
    #expect(ArrivalNames.isWanted(folder: name) == isWanted)
  }
}
