public import Foundation
import SharedModels

/// Formats dates as `2026-11-21 04:37`. Foundation's formatters are too slow for lists of 100,000.
/// No time zone changes its offset within a quarter of an hour, so it is looked up once for each.
public struct LocalTime: Sendable {
  private let timeZone: TimeZone
  private var quarter = Int.min
  private var offset = 0
  private var lastDay: (number: Int, text: String) = (.min, "")

  public init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

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

  private mutating func localSeconds(_ date: Date) -> Int? {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard seconds.magnitude < 2.534e11
    else { return nil }
    let thisQuarter = Int((seconds / 900).rounded(.down))
    if thisQuarter != quarter {
      quarter = thisQuarter
      offset = timeZone.secondsFromGMT(for: date)
    }
    return Int(seconds) + offset
  }
}
