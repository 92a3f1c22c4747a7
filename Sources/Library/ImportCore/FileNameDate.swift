import Foundation
import SharedModels

extension Date {
  /// The first possible date in a file's name. Times are local; a day without a time means noon.
  init?(fileName name: String, in timeZone: @autoclosure () -> TimeZone) {
    // Its digits could look like a date.
    guard UUID(uuidString: String(name.prefix(36))) == nil
    else { return nil }
    let pattern =
      #/
      (?: (GMT) | ^ | [^0-9] )
      ((?: 19[89] | 20[0-9] ) [0-9]) ([\-_.\ ]?) ([0-9]{2}) \3 ([0-9]{2})
      (?:
        (?: [\-_.\ T] | [\-_\ ] at [\-_\ ] )?
        ([0-9]{2} | [0-9](?=[.:])) ([\-_.:]?) ([0-9]{2})
        (?: \7 ([0-9]{2}) (?: [\-_.]? [0-9]{3} )? )?
        (?: [\ \u{202F}_]? ([AaPp]) [Mm](?![A-Za-z]) )?
        ([Zz](?![A-Za-z]))?
      )?
      (?![0-9])
      /#
    for match in name.matches(of: pattern) {
      let day = "\(match.2)-\(match.4)-\(match.5)"
      var time = "12:00:00"
      if let digits = match.6, let minute = match.8, var hour = Int(digits) {
        if let half = match.10 { hour = hour % 12 + (half.lowercased() == "p" ? 12 : 0) }
        time = "\(hour < 10 ? "0" : "")\(hour):\(minute):\(match.9 ?? "00")"
        // Four digits that are not a time number the file.
        if match.9 == nil, Date(iso8601: "\(day)T\(time)Z") == nil { time = "12:00:00" }
      }
      let isUTC = match.1 != nil || match.11 != nil
      let date = Date(iso8601: "\(day)T\(time)", in: isUTC ? .gmt : timeZone())
      if let date {
        self = date
        return
      }
    }
    return nil
  }
}
