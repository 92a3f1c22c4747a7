import BenchmarkSupport
import Foundation
import SharedModels

var statistics: Suite {
  var suite = Suite("Statistics of 100,000 memos")
  let now = Date(timeIntervalSince1970: 1_789_000_000)
  var calendar = Calendar(identifier: .iso8601)
  calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
  let recordings = (0..<100_000).map { number -> Recording in
    let bytes = withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
    return .preview(
      id: Recording.ID(
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3]))),
      date: now.addingTimeInterval(Double(number) * -600),
      duration: .seconds(number % 5000))
  }
  let words = Dictionary(uniqueKeysWithValues: recordings.map { ($0.id, 200) })
  suite.compare(
    "count all, and by the weeks of a year", aim: .under(.milliseconds(100)),
    to: "a calendar lookup for each memo"
  ) { n in
    for _ in 0..<n {
      var weeks: [Date: Int] = [:]
      for recording in opaque(recordings) {
        guard let week = calendar.dateInterval(of: .weekOfYear, for: recording.date)
        else { continue }
        weeks[week.start, default: 0] += words[recording.id] ?? 0
      }
      blackHole(weeks)
    }
  } subject: { n in
    for _ in 0..<n {
      blackHole(
        LibraryStatistics(
          of: opaque(recordings), wordCounts: words, calendar: calendar, now: now, weekCount: 53))
    }
  }
  return suite
}
