import BenchmarkSupport
import Foundation
import SharedModels

var editing: Suite {
  var suite = Suite("Editing a 3 h talk")
  let text = talk.text
  let pieces = text.split(separator: " ").map(String.init)
  let edits = [
    ("one word", text.replacingOccurrences(of: "word7 ", with: "changed ")),
    (
      "every third word",
      pieces.enumerated().map { $0 % 3 == 0 ? "new" : $1 }.joined(separator: " ")
    ),
    ("all words", pieces.map { _ in "new" }.joined(separator: " ")),
  ]
  for (name, text) in edits {
    suite.measure(name, aim: .under(.milliseconds(500))) { n in
      for _ in 0..<n { blackHole(talk.edit(text: opaque(text), at: .now)) }
    }
  }
  return suite
}
