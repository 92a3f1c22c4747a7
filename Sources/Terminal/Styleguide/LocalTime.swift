public import Foundation
import SharedModels

/// Dates as a person reads them, in their time zone: `2026-11-21 04:37`.
///
/// Foundation's formatters take microseconds for each date, which shows in a list of a hundred
/// thousand; here the zone is asked only when the date leaves the quarter of an hour that was
/// asked for last (no zone changes its offset within one).
public struct LocalTime: Sendable {
  private let timeZone: TimeZone
  private var quarter = Int.min
  private var offset = 0

  /// - Parameter timeZone: Where the dates are told.
  public init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// The day and the minute. A date that no calendar reaches is given in UTC.
  public mutating func text(for date: Date) -> String {
    guard let local = local(date)
    else { return date.iso8601 }
    return "\(Substring(local.prefix(10))) \(Substring(local.dropFirst(11).prefix(5)))"
  }

  /// The day alone: `2026-11-21`.
  public mutating func day(of date: Date) -> String {
    local(date).map { String(Substring($0.prefix(10))) } ?? date.iso8601
  }

  /// What the clocks there show, as if it were UTC: `2026-11-21T04:37:00Z`.
  private mutating func local(_ date: Date) -> String.UTF8View? {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard seconds.magnitude < 1e15
    else { return nil }
    let thisQuarter = Int((seconds / 900).rounded(.down))
    if thisQuarter != quarter {
      quarter = thisQuarter
      offset = timeZone.secondsFromGMT(for: date)
    }
    return Date(timeIntervalSince1970: seconds + Double(offset)).iso8601.utf8
  }
}
