import Foundation
import Styleguide
import Testing

struct SystemTimeZoneTests {
  @Test("All forms of TZ show the time of the system's other programs")
  func forms() async {
    await #expect(processExitsWith: .success) { shows(["2026-07-01 17:00"], in: "UTC-5") }
    await #expect(processExitsWith: .success) { shows(["2026-07-01 07:00"], in: "EST5") }
    await #expect(processExitsWith: .success) { shows(["2026-07-01 15:00"], in: "<+03>-3") }
    await #expect(processExitsWith: .success) { shows(["2026-07-01 17:30"], in: "IST-5:30") }
    await #expect(processExitsWith: .success) { shows(["2026-07-01 13:23"], in: "ABC-1:23") }
    await #expect(processExitsWith: .success) { shows(["2026-07-01 15:00"], in: "Etc/GMT-3") }
  }

  @Test("Rules for summer time in TZ are followed in each half of the year")
  func rules() async {
    await #expect(processExitsWith: .success) {
      shows(["2026-07-01 14:00", "2026-01-01 13:00"], in: "CET-1CEST,M3.5.0,M10.5.0/3")
    }
    await #expect(processExitsWith: .success) {
      shows(["2026-07-01 22:00", "2026-01-01 23:00"], in: "AEST-10AEDT,M10.1.0,M4.1.0/3")
    }
    await #expect(processExitsWith: .success) {
      shows(["2026-07-01 14:00", "2026-01-01 13:00"], in: ":Europe/Berlin")
    }
    await #expect(processExitsWith: .success) {
      shows(["2026-07-01 14:00", "2026-01-01 13:00"], in: "/usr/share/zoneinfo/Europe/Berlin")
    }
  }

  @Test("A name in TZ, no TZ, and an empty one are left to Foundation")
  func names() async {
    await #expect(processExitsWith: .success) { shows(["2026-07-01 08:00"], in: "EST5EDT") }
    await #expect(processExitsWith: .success) {
      shows(["2026-07-01 14:00"], in: "Europe/Berlin")
      precondition(getenv("TZFILE") == nil)
    }
    await #expect(processExitsWith: .success) {
      shows(["2026-07-01 12:00"], in: "")
      precondition(getenv("TZFILE") == nil)
    }
  }
}

/// At noon of July 1 and January 1 in UTC.
private func shows(_ texts: [String], in zone: String) {
  setenv("TZ", zone, 1)
  SystemTimeZone.adopt()
  var time = LocalTime(timeZone: .autoupdatingCurrent)
  for (text, seconds) in zip(texts, [1_782_907_200, 1_767_268_800.0]) {
    let shown = time.text(for: Date(timeIntervalSince1970: seconds))
    precondition(shown == text, "\(shown) in \(zone)")
  }
}
