import AudioFileClient
import AudioFileClientLive
import Foundation
import Testing

/// Each container with each fault has the length and the words that ffmpeg decodes, at their times.
/// Every container is tried whole, cut, and joined, except RealMedia, whose times ffmpeg gets wrong.
/// The rows of ``ContainerRow`` say which containers have a place for the other faults. Words are
/// tones, and no row needs an engine.
@Suite(.enabled(if: hasFFmpeg, "ffmpeg is not installed"))
struct ContainerTableTests {
  let client = AudioFileClient.live()
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test("a whole file", arguments: ContainerRow.all)
  func whole(row: ContainerRow) async throws {
    try await expect(SpokenWord.all, in: row, ContainerFiles.whole)
  }

  @Test("half a file", arguments: ContainerRow.all)
  func cut(row: ContainerRow) async throws {
    let bytes = try bytes(row.name, ContainerFiles.whole)
    let file = try folder.file(row.name, Array(bytes.prefix(bytes.count / 2)))
    let seconds = try ContainerFiles.decodedSeconds([(row, file)])[0]
    guard seconds > 0
    else {
      let error = await #expect(throws: AudioFileError.self) { try await client.probe(file) }
      let isClear =
        switch error {
        case .damaged, .empty: true
        default: false
        }
      #expect(isClear, "\(String(describing: error))")
      return
    }
    let decoded = try await client.decode(file, .zero).collect()
    let words = SpokenWord.heard(in: decoded)
    #expect(words.count >= SpokenWord.all.count { $0.start + 0.4 < seconds })
    try await expect(
      Array(SpokenWord.all.prefix(words.count)), in: file, seconds: seconds,
      isTruncated: row.isCutNoticed)
  }

  @Test("two files in one", arguments: ContainerRow.all.filter(\.hasClock))
  func joined(row: ContainerRow) async throws {
    let joined = try #require(try ContainerFiles.joined.get()[row.name])
    let file = try folder.file(row.name, joined.bytes)
    let whole = try #require(try ContainerFiles.whole.get()[row.name]).seconds
    let seconds =
      row.isWrongInFFmpeg || row.joinedParts == 1
      ? whole * Double(row.joinedParts) : joined.seconds
    #expect(abs(seconds - 3 * Double(row.joinedParts)) < 0.1)
    let second = row.joinedParts == 1 ? [] : SpokenWord.all.map { $0.moved(by: seconds / 2) }
    // A part that is left out may be reported.
    let isTruncated: Bool? = row.joinedParts == 1 ? nil : false
    try await expect(
      SpokenWord.all + second, in: file, seconds: seconds, isTruncated: isTruncated)
  }

  @Test("audio that starts after the pictures", arguments: ContainerRow.late)
  func late(row: ContainerRow) async throws {
    let words = SpokenWord.all.map { $0.moved(by: 1.2) }
    let late = try #require(try ContainerFiles.late.get()[row.name])
    let seconds = row.isWrongInFFmpeg ? 4.2 : late.seconds
    #expect(abs(seconds - 4.2) < 0.1)
    try await expect(words, in: folder.file(row.name, late.bytes), seconds: seconds)
  }

  @Test("a clock that doesn't start at zero", arguments: ContainerRow.offset)
  func offset(row: ContainerRow) async throws {
    try await expect(SpokenWord.all, in: row, ContainerFiles.offset)
  }

  @Test("a gap", arguments: ContainerRow.gaps)
  func gap(row: ContainerRow) async throws {
    let words = SpokenWord.all.map { $0.start < 1 ? $0 : $0.moved(by: 1.5) }
    try await expect(words, in: row, ContainerFiles.gaps)
  }

  @Test("several tracks", arguments: ContainerRow.tracks)
  func tracks(row: ContainerRow) async throws {
    try await expect(SpokenWord.all, in: row, ContainerFiles.tracks)
  }

  @Test("several tracks without pictures", arguments: ContainerRow.audioTracks)
  func audioTracks(row: ContainerRow) async throws {
    try await expect(SpokenWord.all, in: row, ContainerFiles.audioTracks)
  }

  @Test("channel layouts", arguments: ContainerRow.layouts)
  func layouts(row: ContainerRow) async throws {
    try await expect(SpokenWord.all, in: row, ContainerFiles.layouts)
  }

  @Test("channels that change", arguments: [("a.ac3", "six.ac3"), ("a.aac", "two.aac")])
  func changingChannels(mono: String, several: String) async throws {
    let file = try folder.file(
      mono, bytes(mono, ContainerFiles.whole) + bytes(several, ContainerFiles.layouts))
    let seconds = try await client.probe(file).duration / .seconds(1)
    #expect(abs(seconds - 6) < 0.1)
    let words = SpokenWord.all + SpokenWord.all.map { $0.moved(by: seconds / 2) }
    try await expect(words, in: file, seconds: seconds)
  }

  private func bytes(_ name: String, _ files: ContainerFiles.Files) throws -> [UInt8] {
    try #require(try files.get()[name]).bytes
  }

  private func expect(_ words: [SpokenWord], in row: ContainerRow, _ files: ContainerFiles.Files)
    async throws
  {
    let whole = try #require(try files.get()[row.name])
    try await expect(words, in: folder.file(row.name, whole.bytes), seconds: whole.seconds)
  }

  private func expect(
    _ words: [SpokenWord], in file: URL, seconds: Double, isTruncated: Bool? = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let info = try await client.probe(file)
    let decoded = try await client.decode(file, .zero).collect()
    let length = Double(decoded.count) / 16_000
    #expect(abs(length - seconds) < 0.05, sourceLocation: sourceLocation)
    #expect(abs(info.duration / .seconds(1) - length) < 0.05, sourceLocation: sourceLocation)
    if let isTruncated {
      #expect(info.isTruncated == isTruncated, sourceLocation: sourceLocation)
    }
    let heard = SpokenWord.heard(in: decoded)
    #expect(heard.map(\.number) == words.map(\.number), "\(heard)", sourceLocation: sourceLocation)
    for (heard, word) in zip(heard, words) {
      #expect(abs(heard.start - word.start) < 0.1, sourceLocation: sourceLocation)
    }
  }
}
