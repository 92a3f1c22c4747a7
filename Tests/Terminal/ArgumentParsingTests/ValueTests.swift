import ArgumentParsing
import Foundation
import Testing

@Suite("Values")
struct ValueTests {
  @Test(
    "Durations",
    arguments: [
      ("90", 90_000), ("1.5", 1500), ("90s", 90_000), ("1m30s", 90_000), ("2h", 7_200_000),
      ("1d", 86_400_000), ("250ms", 250), ("1:30", 90_000), ("1:02:03.5", 3_723_500), ("0", 0),
      ("1.5h", 5_400_000), ("100:00", 6_000_000),
    ])
  func durations(text: String, milliseconds: Int) {
    #expect(Duration(argument: text) == .milliseconds(milliseconds))
  }

  @Test(
    "An invalid duration is refused",
    arguments: [
      "", "-1", "1x", "s", "1m30", "1:60", "1:2:3:4", "1.5:30", ":30", "1e3", "nan", "inf", ".",
      "1..5", "٣", "99999999999999999999", " 1",
    ])
  func notDurations(text: String) {
    #expect(Duration(argument: text) == nil)
  }

  @Test("Durations are written as they can be read", arguments: [0, 250, 1000, 90_000, 90_001])
  func durationText(milliseconds: Int) {
    let duration = Duration.milliseconds(milliseconds)
    #expect(Duration(argument: duration.argumentText) == duration)
  }

  @Test("Dates in UTC")
  func utcDates() {
    let noon = Date(timeIntervalSince1970: 1_769_860_800)
    #expect(Date(argument: "2026-01-31T12:00:00Z") == noon)
    #expect(Date(argument: "2026-01-31 12:00z") == noon)
    #expect(noon.argumentText == "2026-01-31T12:00:00Z")
    #expect(Date(argument: noon.argumentText) == noon)
  }

  @Test(
    "Dates as JSON and the command date print them",
    arguments: [
      ("2026-01-31T12:00:00.123Z", 0.123), ("2026-01-31T12:00:00+00:00", 0),
      ("2026-01-31T13:00:00+01:00", 0), ("2026-01-31 06:30:00-05:30", 0),
      ("2026-01-31T12:00+00:00", 0), ("2026-01-31T07:00:00-0500", 0),
      ("2026-01-31 12:00:00+00", 0), ("2026-01-31T12:00:00,250000000+00:00", 0.25),
    ])
  func printedDates(text: String, fraction: Double) throws {
    let date = try #require(Date(argument: text))
    #expect(abs(date.timeIntervalSince1970 - 1_769_860_800 - fraction) < 0.000_1)
    #expect(RelativeDate(argument: text) == .date(date))
  }

  @Test("Dates without a zone are local")
  func localDates() throws {
    let calendar = Calendar(identifier: .gregorian)
    let midnight = try #require(
      calendar.date(from: DateComponents(year: 2026, month: 7, day: 1)))
    #expect(Date(argument: "2026-07-01") == midnight)
    #expect(Date(argument: "2026-07-01T14:30") == midnight + 14.5 * 3600)
  }

  @Test("An ambiguous local time is the first one, a skipped one moves forward")
  func clockChanges() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Europe/Berlin", 1)
      tzset()
      // In summer time, whatever was asked before.
      for earlier in ["2026-07-01", "2026-12-01"] {
        _ = Date(argument: earlier)
        precondition(
          Date(argument: "2026-10-25T02:30") == Date(argument: "2026-10-25T00:30Z"))
        precondition(
          Date(argument: "2026-03-29T02:30") == Date(argument: "2026-03-29T01:30Z"))
      }
    }
  }

  @Test("A month or year alone is its first moment")
  func months() {
    #expect(Date(argument: "2026") == Date(argument: "2026-01-01"))
    #expect(Date(argument: "2026Z") == Date(argument: "2026-01-01Z"))
    #expect(Date(argument: "2026-07") == Date(argument: "2026-07-01"))
    #expect(Date(argument: "2026-07Z") == Date(argument: "2026-07-01Z"))
  }

  @Test("Days ago are counted from midnight to midnight, and other dates are as they are given")
  func relativeDates() {
    let noon = Date(argument: "2026-11-22T12:00") ?? .distantPast
    for (text, date) in [
      ("today", "2026-11-22"), ("yesterday", "2026-11-21"), ("0d", "2026-11-22"),
      ("22d", "2026-10-31"), ("2026-08", "2026-08-01"), ("2026-01-31T14:30", "2026-01-31T14:30"),
    ] {
      #expect(RelativeDate(argument: text)?.date(asOf: noon) == Date(argument: date))
    }
    for text in ["tomorrow", "-1d", "d", "1000000d", "Yesterday", "+1d"] {
      #expect(RelativeDate(argument: text) == nil)
    }
  }

  @Test(
    "An invalid date is refused",
    arguments: [
      "", "202", "20260", "2026-02-30", "2026-13-01", "26-01-01", "2026-1-1", "2026-01-01T25:00",
      "2026-01-01T12", "2026-01-01T12:60", "2026-01-01T12:00:00:00", "tomorrow", "2026-01-01T",
      "２０２６-01-01", "2026-00-10", "2026-01-00", "2026-13", "2026-00", "2026-1", "2026-01T12:00",
      "2026+01:00", "2026-0130", "2026-01-31-05", "2026-01-31T12:00+1", "2026-01-31T12:00+24:00",
      "2026-01-31T12:00+01:60", "2026-01-31T12:00+01:00Z", "2026-01-31T12:00.5",
      "2026-01-31T12:00:00.",
    ])
  func notDates(text: String) {
    #expect(Date(argument: text) == nil)
  }

  @Test("Numbers are whole, or finite")
  func numbers() {
    #expect(Int(argument: "-12") == -12)
    #expect(Int(argument: "1.0") == nil)
    #expect(Int(argument: "9223372036854775808") == nil)
    #expect(Double(argument: "-1.5e2") == -150)
    #expect(Double(argument: "nan") == nil)
    #expect(Double(argument: "inf") == nil)
    #expect(Double(argument: "1e999") == nil)
  }

  @Test("Choices are the cases")
  func choices() {
    #expect(Format(argument: "vtt") == .vtt)
    #expect(Format(argument: "VTT") == nil)
    #expect(Format.completion == .choices(["txt", "srt", "vtt"]))
    #expect(Format.expectedDescription == "one of txt, srt, vtt")
  }

  @Test("A parameter's value can be mapped")
  func mapped() throws {
    let count = Sample.jobs.map { "\($0) jobs" }
    #expect(try Sample.parsed("import", "a", "--jobs", "3")[count] == "3 jobs")
    #expect(try Sample.parsed("import", "a")[count] == "2 jobs")
  }
}
