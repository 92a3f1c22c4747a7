import Foundation
import SharedModels

/// Parses ISO 8601 or local time. Returns `nil` for a date without a time, and for an unset clock.
func recordingDate(_ text: String, timeZone: TimeZone = .current) -> Date? {
  let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
  let date = Date(iso8601: text) ?? localDate(text, timeZone)
  // Unset clocks start in 1904 or 1970.
  return date.flatMap { $0.timeIntervalSince1970 > 10 * 365 * 86_400 ? $0 : nil }
}

private func localDate(_ text: String, _ timeZone: TimeZone) -> Date? {
  let pattern = /(\d{4})[-_:. \/](\d\d)[-_:. \/](\d\d)[T ](\d\d)[-_:. ](\d\d)(?:[-_:. ](\d\d))?/
  guard let match = text.wholeMatch(of: pattern)
  else { return nil }
  return Date(
    iso8601: "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6 ?? "00")",
    in: timeZone)
}
