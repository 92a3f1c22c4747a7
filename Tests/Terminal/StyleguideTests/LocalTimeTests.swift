import Foundation
import Styleguide
import Testing

struct LocalTimeTests {
  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test("Dates are shown in local time")
  func zones() throws {
    let date = try date("2026-11-21T23:59:59Z")
    for (zone, text) in [
      ("GMT", "2026-11-21 23:59"), ("Asia/Kathmandu", "2026-11-22 05:44"),
      ("America/New_York", "2026-11-21 18:59"),
    ] {
      var time = LocalTime(timeZone: try #require(TimeZone(identifier: zone)))
      #expect(time.text(for: date) == text)
      #expect(time.day(of: date) == String(text.prefix(10)))
    }
  }

  @Test("One formatter handles dates on both sides of a DST change")
  func clocksChange() throws {
    var time = LocalTime(timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    #expect(time.text(for: try date("2026-10-25T00:59:59Z")) == "2026-10-25 02:59")
    #expect(time.text(for: try date("2026-10-25T01:00:00Z")) == "2026-10-25 02:00")
    #expect(time.text(for: try date("2026-10-25T00:59:59Z")) == "2026-10-25 02:59")
  }

  @Test("Dates before 1970 and at the limits of calendars are formatted, too")
  func farDates() throws {
    var time = LocalTime(timeZone: .gmt)
    #expect(time.text(for: try date("1969-12-31T23:59:59Z")) == "1969-12-31 23:59")
    #expect(!time.text(for: .distantPast).isEmpty)
    #expect(!time.text(for: Date(timeIntervalSince1970: 1e300)).isEmpty)
    #expect(!time.day(of: Date(timeIntervalSince1970: -1e300)).isEmpty)
  }
}
