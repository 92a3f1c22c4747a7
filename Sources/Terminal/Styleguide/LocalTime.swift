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
  /// The day that was told last, since 1970, and its text with a space behind it.
  private var lastDay: (number: Int, text: String) = (.min, "")

  /// - Parameter timeZone: Where the dates are told.
  public init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// The day and the minute. A date that no calendar reaches is given in UTC.
  public mutating func text(for date: Date) -> String {
    guard let seconds = localSeconds(date)
    else { return date.iso8601 }
    var text = dayText(at: seconds)
    let minutes = (seconds - lastDay.number * 86_400) / 60
    text.reserveCapacity(16)
    text.append(twoDigits(minutes / 60))
    text.append(":")
    text.append(twoDigits(minutes % 60))
    return text
  }

  /// The day alone: `2026-11-21`.
  public mutating func day(of date: Date) -> String {
    localSeconds(date).map { String(dayText(at: $0).dropLast()) } ?? date.iso8601
  }

  private mutating func dayText(at seconds: Int) -> String {
    let number = Int((Double(seconds) / 86_400).rounded(.down))
    if number != lastDay.number {
      let text = Date(timeIntervalSince1970: Double(number) * 86_400).iso8601
      lastDay = (number, String(Substring(text.utf8.prefix(10))) + " ")
    }
    return lastDay.text
  }

  /// What the clocks there show, in seconds since the beginning of 1970 on them.
  private mutating func localSeconds(_ date: Date) -> Int? {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard seconds.magnitude < 2.5e11
    else { return nil }
    let thisQuarter = Int((seconds / 900).rounded(.down))
    if thisQuarter != quarter {
      quarter = thisQuarter
      offset = timeZone.secondsFromGMT(for: date)
    }
    return Int(seconds) + offset
  }
}
