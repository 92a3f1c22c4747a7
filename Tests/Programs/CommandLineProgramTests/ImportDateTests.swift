import AudioFileClient
import Foundation
import Testing

/// The dates of imported memos.
struct ImportDateTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  @Test("An import says where the date comes from, unless it was given")
  func dateSource() async throws {
    let path = try session.file("REC_20260311_120000.wav")
    let outcome = await session.run("import", path, "--no-wait")
    #expect(outcome.output == "00000000  saved REC_20260311_120000, dated by its name\n")
    let events = await session.run(
      "import", try session.file("PTT-20260311-WA0001.opus", "other"), "--no-wait", "--json"
    ).objects
    #expect(events.first?["date"] as? String == "2026-03-11T11:00:00Z")
    #expect(events.first?["dateSource"] as? String == "name")
    let given = await session.run(
      "import", try session.file("20260311.wav", "third"), "--no-wait", "--json", "--date", "2025Z"
    ).objects
    #expect(given.first?["date"] as? String == "2025-01-01T00:00:00Z")
    #expect(given.first?["dateSource"] as? String == "given")
  }

  @Test("The date of a file's metadata comes before that of its name")
  func metadata() async throws {
    let recorded = Date(timeIntervalSince1970: 1_769_860_800)
    func imported(_ name: String, _ options: String...) async throws -> CommandSession.Outcome {
      let path = try session.file(name, name)
      return await session.run(["import", path, "--no-wait"] + options) {
        $0.audioFile.probe = { _ in
          AudioFileInfo(
            byteCount: 5, channelCount: 1, creationDate: recorded, duration: .seconds(83),
            format: .m4a, sampleRate: 16_000)
        }
      }
    }
    let outcome = try await imported("20250101_120000.m4a")
    #expect(outcome.output == "00000000  saved 20250101_120000, dated by its metadata\n")
    let event = try #require(try await imported("REC_20250101.m4a", "--json").objects.first)
    #expect(event["date"] as? String == "2026-01-31T12:00:00Z")
    #expect(event["dateSource"] as? String == "metadata")
  }

  @Test(
    "--date takes what --json and 'date -Iseconds' print, and a year",
    arguments: [
      ("2026-11-27T15:04:05.678Z", "2026-11-27T15:04:05.678Z"),
      ("2026-11-27T16:04:05+01:00", "2026-11-27T15:04:05Z"),
      ("2025Z", "2025-01-01T00:00:00Z"),
    ])
  func givenDates(given: String, stored: String) async throws {
    let path = try session.file("REC_20260311_120000.wav")
    let events = await session.run("import", path, "--no-wait", "--json", "--date", given).objects
    #expect(events.first?["date"] as? String == stored)
    let memos = await session.run("list", "--json").objects
    #expect(memos.map { $0["date"] as? String } == [stored])
  }

  @Test("Dates after 2262, whose nanoseconds need more than 64 bits, are like others")
  func farDates() async throws {
    let given = try session.file("given.wav", "given")
    #expect(await session.run("import", given, "--date", "9999-06-01T12:00Z").status == 0)
    let changed = try session.file("changed.wav", "changed")
    // ext4 keeps times up to 2446.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 10_413_792_000)], ofItemAtPath: changed)
    #expect(await session.run("import", changed).status == 0)
    let list = await session.run("list")
    #expect(list.output.contains("9999-06-01 13:00") && list.output.contains("2300-01-01 01:00"))
    let memos = await session.run("list", "--json", "--from", "2262Z").objects
    #expect(
      memos.map { $0["date"] as? String } == ["9999-06-01T12:00:00Z", "2300-01-01T00:00:00Z"])
    for command in ["show", "export"] {
      #expect(await session.run(command, "last").status == 0)
    }
    let stats = await session.run("stats") { $0.calendar = Calendar(identifier: .iso8601) }
    #expect(stats.status == 0)
  }
}
