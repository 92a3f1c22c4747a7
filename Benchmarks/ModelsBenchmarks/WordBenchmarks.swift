import BenchmarkSupport
import SharedModels

/// Lookups that playback makes many times a second.
var words: Suite {
  var suite = Suite("Words of a 3 h talk")
  let all = Array(talk.words)
  func time(_ repetition: Int) -> Duration { .milliseconds(repetition * 7_919_000 % 10_800_000) }
  suite.compare("word index at a time", to: "a search of a flat array") { n in
    for i in 0..<n {
      var (low, high) = (0, all.count)
      let time = opaque(time(i))
      while low < high {
        let middle = (low + high) / 2
        if all[middle].start <= time { low = middle + 1 } else { high = middle }
      }
      blackHole(low > 0 && all[low - 1].contains(time) ? low - 1 : nil)
    }
  } subject: { n in
    for i in 0..<n { blackHole(talk.wordIndex(at: opaque(time(i)))) }
  }
  suite.compare("every word, by its number", operations: all.count, to: "a flat array") { n in
    for _ in 0..<n { for index in all.indices { blackHole(all[index]) } }
  } subject: { n in
    let words = talk.words
    for _ in 0..<n { for index in words.indices { blackHole(words[index]) } }
  }
  var changed = talk
  suite.measure("change one word in place") { n in
    for i in 0..<n { changed.segments[i % 3000].words[0].confidence = 0.5 }
    blackHole(changed)
  }
  return suite
}
