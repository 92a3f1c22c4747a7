import Foundation
import SharedModels

/// The moment that a file tells of itself: `2026-01-31T12:00:00.000000Z`, with another zone, or
/// without one, as recorders do, which know the time of the place.
///
/// - Returns: `nil` for a day or a year alone, which music has, and for a time that a clock shows
///   that was never set.
func writtenDate(_ text: String, timeZone: TimeZone = .current) -> Date? {
  let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
  let date = Date(iso8601: text) ?? localDate(text, timeZone)
  // 1904 and 1970 are where clocks begin to count.
  return date.flatMap { $0.timeIntervalSince1970 > 10 * 365 * 86_400 ? $0 : nil }
}

/// Four digits, and two for each part after it, with any mark between: recorders differ.
private func localDate(_ text: String, _ timeZone: TimeZone) -> Date? {
  let pattern = /(\d{4})[-_:. \/](\d\d)[-_:. \/](\d\d)[T ](\d\d)[-_:. ](\d\d)(?:[-_:. ](\d\d))?/
  guard let match = text.wholeMatch(of: pattern)
  else { return nil }
  let parts =
    [match.1, match.2, match.3, match.4, match.5].map { Int($0) } + [
      match.6.flatMap { Int($0) } ?? 0
    ]
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = timeZone
  let components = DateComponents(
    calendar: calendar, year: parts[0], month: parts[1], day: parts[2], hour: parts[3],
    minute: parts[4], second: parts[5])
  // The calendar would take the 31st of February for a day in March.
  return components.isValidDate ? calendar.date(from: components) : nil
}
