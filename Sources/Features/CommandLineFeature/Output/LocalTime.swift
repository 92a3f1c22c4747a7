import Foundation

/// Dates as a person reads them, in their time zone: `2026-11-21 04:37`.
///
/// Foundation's formatters take microseconds for each date, which shows in a list of a hundred
/// thousand; here the zone is asked only when the date leaves the quarter of an hour that was
/// asked for last (no zone changes its offset within one).
struct LocalTime {
  private let timeZone: TimeZone
  private var quarter = Int.min
  private var offset = 0

  init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  mutating func text(for date: Date) -> String {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard seconds.magnitude < 1e15
    else { return date.iso8601 }
    let thisQuarter = Int((seconds / 900).rounded(.down))
    if thisQuarter != quarter {
      quarter = thisQuarter
      offset = timeZone.secondsFromGMT(for: date)
    }
    // 2026-11-21T04:37:00Z
    let local = Date(timeIntervalSince1970: seconds + Double(offset)).iso8601.utf8
    return "\(Substring(local.prefix(10))) \(Substring(local.dropFirst(11).prefix(5)))"
  }
}
