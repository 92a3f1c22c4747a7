import BenchmarkSupport
import Foundation
import SharedModels

var dates: Suite {
  var suite = Suite("ISO 8601")
  let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  func date(_ repetition: Int) -> Date {
    Date(timeIntervalSince1970: 1_789_000_000.5 + Double(repetition))
  }
  let text = date(0).iso8601
  suite.compare("write", aim: .atMost(times: 1), to: "Foundation's format style") { n in
    for i in 0..<n { blackHole(opaque(date(i)).formatted(style)) }
  } subject: { n in
    for i in 0..<n { blackHole(opaque(date(i)).iso8601) }
  }
  suite.compare("read", aim: .atMost(times: 1), to: "Foundation's format style") { n in
    for _ in 0..<n { blackHole(try? Date(opaque(text), strategy: style)) }
  } subject: { n in
    for _ in 0..<n { blackHole(Date(iso8601: opaque(text))) }
  }
  return suite
}
