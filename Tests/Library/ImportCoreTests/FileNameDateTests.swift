import AudioFileClient
import DatabaseClient
import Dependencies
import Foundation
import ImportCore
import LibraryFolder
import SharedModels
import Testing

struct FileNameDateTests {
  private let scratch: Scratch
  private let changed = Date(timeIntervalSince1970: 1_600_000_000)

  init() throws { scratch = try Scratch() }

  @Test(
    "A date from the file is not the user's, but any other is",
    arguments: [
      ("talk.wav", nil), ("REC_20261025_1430.wav", nil),
      ("talk.wav", Date(timeIntervalSince1970: 1_500_000_000)),
    ] as [(String, Date?)])
  func ownDate(name: String, metadata: Date?) async throws {
    var recording = Recording.preview(date: try await take(name, metadata: metadata).date)
    recording.provenance = .imported(fileName: name, date: changed)
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    withDependencies {
      $0.timeZone = berlin
    } operation: {
      #expect(!recording.hasOwnDate(created: metadata))
      recording.date += 1
      #expect(recording.hasOwnDate(created: metadata))
      recording.provenance.originalDate = nil
      #expect(!recording.hasOwnDate(created: metadata))
    }
  }

  /// Imports an empty file of this name in Berlin, in January 2027.
  private func take(
    _ name: String, metadata: Date? = nil, details: MemoDetails = MemoDetails()
  ) async throws -> (date: Date, source: Importer.DateSource) {
    let source = try scratch.file(name)
    try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: source.path)
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let outcome = try await withDependencies {
      $0.audioFile = .simulated()
      let probe = $0.audioFile.probe
      $0.audioFile.probe = { url in
        var info = try await probe(url)
        info.creationDate = metadata
        return info
      }
      $0.database = .inMemory()
      $0.date.now = Date(timeIntervalSince1970: 1_800_000_000)
      $0.libraryFolder = LibraryFolder(root: scratch.folder.appendingPathComponent("library"))
      $0.timeZone = berlin
      $0.uuid = .incrementing
    } operation: {
      try await Importer()(source, details: details, job: nil)
    }
    guard case .added(let recording, _, let dateSource) = outcome
    else { throw CancellationError() }
    return (recording.date, dateSource)
  }

  @Test(
    "A date in a file's name is local time",
    arguments: [
      ("20260721_143005.m4a", "2026-07-21T12:30:05Z"),
      ("REC_20260121_143005.wav", "2026-01-21T13:30:05Z"),
      ("REC_20260121_1430.wav", "2026-01-21T13:30:00Z"),
      ("rec20260121143005.amr", "2026-01-21T13:30:05Z"),
      ("PXL_20260121_143005123.mp4", "2026-01-21T13:30:05Z"),
      ("20260131 120000.m4a", "2026-01-31T11:00:00Z"),
      ("Talk 2026-01-21 14.30.flac", "2026-01-21T13:30:00Z"),
      ("2026-01-21T14:30:05.wav", "2026-01-21T13:30:05Z"),
      ("2026_01_21_14_30_05 (2).wav", "2026-01-21T13:30:05Z"),
      ("WhatsApp Audio 2026-01-21 at 14.30.05.opus", "2026-01-21T13:30:05Z"),
      ("Recording 2026-01-21 at 2.30.05\u{202F}PM.mov", "2026-01-21T13:30:05Z"),
      ("2026-01-21 at 12.30 AM.wav", "2026-01-20T23:30:00Z"),
      ("2026-01-21 14.30 Amsterdam.wav", "2026-01-21T13:30:00Z"),
      ("2026-01-21 09.30 pm_review.wav", "2026-01-21T20:30:00Z"),
    ])
  func times(name: String, date: String) async throws {
    let memo = try await take(name)
    #expect(memo.date.iso8601 == date)
    #expect(memo.source == .name)
  }

  @Test(
    "A name that says so has a time in UTC",
    arguments: ["GMT20260721-143005_Recording.m4a", "20260721T143005Z.wav"])
  func utc(name: String) async throws {
    #expect(try await take(name).date.iso8601 == "2026-07-21T14:30:05Z")
  }

  @Test(
    "A name with only a day means noon",
    arguments: [
      "PTT-20260311-WA0001.opus", "2026-03-11.wav", "2026.03.11 Budget.mp3", "20260311_9999.wav",
      "2026-03-11_01.wav", "IMG20260311.mp4", "20261301 20260311.wav", "20260311_20260312.wav",
    ])
  func noon(name: String) async throws {
    let memo = try await take(name)
    #expect(memo.date.iso8601 == "2026-03-11T11:00:00Z")
    #expect(memo.source == .name)
  }

  @Test("Of a time that clocks show twice, it is the first, and one that they skip is later")
  func clockChanges() async throws {
    #expect(try await take("20261025_023000.wav").date.iso8601 == "2026-10-25T00:30:00Z")
    #expect(try await take("20260329_023000.wav").date.iso8601 == "2026-03-29T01:30:00Z")
  }

  @Test(
    "Impossible dates, dates in the future, and other numbers are ignored",
    arguments: [
      "20260230_120000.wav", "20261301.wav", "20260311_250000.wav", "20260311_126100.wav",
      "2026-00-10.wav", "20290311_120000.wav", "17760704.wav", "202603.wav", "REC_0042.wav",
      "4920260311.wav", "20260311123.wav", "2026-0311.wav",
      "20260311-1200-4000-8000-000000000000.wav",
    ])
  func ignored(name: String) async throws {
    let memo = try await take(name)
    #expect(memo.date == changed)
    #expect(memo.source == .modified)
  }

  @Test("Metadata takes precedence over the name, and an explicit date over both")
  func precedence() async throws {
    let (name, recorded, given) = (
      "20260311_120000.wav", Date(timeIntervalSince1970: 1_700_000_000),
      Date(timeIntervalSince1970: 1_650_000_000)
    )
    let memo = try await take(name, metadata: recorded)
    #expect(memo.date == recorded && memo.source == .metadata)
    let other = try await take(name, metadata: recorded, details: MemoDetails(date: given))
    #expect(other.date == given && other.source == .given)
  }
}
