import BenchmarkSupport
import Styleguide
import TerminalUI

private let english = String(repeating: "the quick brown fox jumps over it ", count: 300)
private let mixed = String(repeating: "日本語 naïve café 👩‍🚀 text ", count: 300)

var text: Suite {
  var suite = Suite("Text")
  for (name, text) in [("English", english), ("mixed", mixed)] {
    suite.compare(
      "columns of a character, \(name)", operations: text.count, to: "counting characters"
    ) { repetitions in
      for _ in 0..<repetitions { blackHole(opaque(text).count) }
    } subject: { repetitions in
      for _ in 0..<repetitions { blackHole(opaque(text).columns) }
    }
    suite.compare(
      "wrap a character, \(name)", operations: text.count, to: "counting characters"
    ) { repetitions in
      for _ in 0..<repetitions { blackHole(opaque(text).count) }
    } subject: { repetitions in
      for _ in 0..<repetitions { blackHole(Wrapping(opaque(text), width: 80).lines.count) }
    }
  }
  return suite
}

var input: Suite {
  var suite = Suite("Input")
  let keys = Array(String(repeating: "a\u{1b}[Bé\u{1b}[1;5C", count: 1000).utf8)
  suite.measure("parse a key", aim: .under(.microseconds(5)), operations: 4000) { repetitions in
    for _ in 0..<repetitions {
      var parser = InputParser()
      blackHole(parser.feed(keys))
    }
  }
  let paste = Array("\u{1b}[200~\(String(repeating: "0123456789", count: 100_000))\u{1b}[201~".utf8)
  suite.compare("paste a megabyte in chunks of 4 KB", to: "copying it") { repetitions in
    for _ in 0..<repetitions {
      var copy: [UInt8] = []
      for start in stride(from: 0, to: paste.count, by: 4096) {
        copy.append(contentsOf: paste[start..<min(paste.count, start + 4096)])
      }
      blackHole(copy)
    }
  } subject: { repetitions in
    for _ in 0..<repetitions {
      var parser = InputParser()
      for start in stride(from: 0, to: paste.count, by: 4096) {
        blackHole(parser.feed(paste[start..<min(paste.count, start + 4096)]))
      }
    }
  }
  return suite
}
