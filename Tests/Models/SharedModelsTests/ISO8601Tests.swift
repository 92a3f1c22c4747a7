import Foundation
import SharedModels
import Testing

@Suite("ISO 8601")
struct ISO8601Tests {
  @Test(
    "Dates are written in UTC to the millisecond",
    arguments: [
      (0, "1970-01-01T00:00:00Z"),
      (-0.001, "1969-12-31T23:59:59.999Z"),
      (951_782_400, "2000-02-29T00:00:00Z"),
      (1_789_000_000.12, "2026-09-10T00:26:40.120Z"),
      (4_107_542_399.9996, "2100-03-01T00:00:00Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"),
    ])
  func writes(seconds: Double, text: String) {
    #expect(Date(timeIntervalSince1970: seconds).iso8601 == text)
  }

  @Test("Agrees with Foundation's formatter on every 97th day of eight centuries")
  func agrees() throws {
    for day in stride(from: -135_000.0, to: 160_000, by: 97) {
      let date = Date(timeIntervalSince1970: day * 86400 + 12_345)
      #expect(date.iso8601 == date.formatted(.iso8601))
      #expect(Date(iso8601: date.iso8601) == date)
    }
  }

  @Test("Every millisecond survives a round trip")
  func roundTrip() {
    for millisecond in stride(from: 0, to: 1000, by: 1) {
      let date = Date(timeIntervalSince1970: 1_789_000_000 + Double(millisecond) / 1000)
      #expect(Date(iso8601: date.iso8601) == date)
    }
  }

  @Test(
    "Reads offsets and fractions of other writers",
    arguments: [
      ("2026-01-31T14:00:00+02:00", "2026-01-31T12:00:00Z"),
      ("2026-01-31T02:30:00-0930", "2026-01-31T12:00:00Z"),
      ("2026-01-31t12:00:00.5z", "2026-01-31T12:00:00.500Z"),
      ("2026-01-31T12:00:00.123456789Z", "2026-01-31T12:00:00.123Z"),
    ])
  func reads(text: String, same: String) {
    #expect(Date(iso8601: text)?.iso8601 == same)
  }

  @Test(
    "Reads local times, of which clocks show some twice and skip others",
    arguments: [
      ("2026-01-31T13:00:00", "2026-01-31T12:00:00Z"),
      ("2026-07-31T13:00:00.5", "2026-07-31T11:00:00.500Z"),
      ("2026-10-25T02:30:00", "2026-10-25T00:30:00Z"),
      ("2026-10-25T03:00:00", "2026-10-25T02:00:00Z"),
      ("2026-03-29T02:30:00", "2026-03-29T01:30:00Z"), ("2026-02-29T12:00:00", nil),
      ("2026-01-31T13:00:00Z", nil),
    ] as [(String, String?)])
  func local(text: String, same: String?) throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    #expect(Date(iso8601: text, in: berlin)?.iso8601 == same)
  }

  @Test(
    "Refuses invalid dates",
    arguments: [
      "", "2026", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-31T24:00:00Z",
      "2026-01-31T12:00:00", "2026-01-31 12:00:00Z", "2026-01-31T12:00:00Z ",
      "٢٠٢٦-01-31T12:00:00Z",
      "2026-01-31T12:00:00.Z", "2026-00-10T12:00:00Z", "2026-01-31T12:00:00+2",
    ])
  func refuses(text: String) {
    #expect(Date(iso8601: text) == nil)
  }

  @Test("Dates outside all calendars are clamped")
  func extremes() {
    #expect(Date(timeIntervalSince1970: .infinity).iso8601 == "9999-12-31T23:59:59.999Z")
    #expect(Date(timeIntervalSince1970: -.infinity).iso8601 == "0001-01-01T00:00:00Z")
    #expect(Date(timeIntervalSince1970: .nan).iso8601 == "1970-01-01T00:00:00Z")
  }
}
