import SharedModels
import TerminalUI

extension Transcript {
  /// The segment nearest to `place` with exactly this text; line breaks count as spaces.
  func segment(matching text: String, near place: Int?) -> Int? {
    let wanted = text.inOneLine
    let segments = transcription.segments
    if let place, segments.indices.contains(place), segments[place].text.inOneLine == wanted {
      return place
    }
    return nearest(to: place, segments.indices.filter { segments[$0].text.inOneLine == wanted })
  }

  /// The segment that shares the most words with the text, if at least half of them.
  func segment(mostSimilarTo text: String, near place: Int?) -> Int? {
    let wanted = text.comparedWords
    guard !wanted.isEmpty
    else { return nil }
    let shared = transcription.segments.map { $0.text.comparedWords.intersection(wanted).count }
    guard let most = shared.max(), most * 2 >= wanted.count
    else { return nil }
    return nearest(to: place, shared.indices.filter { shared[$0] == most })
  }

  private func nearest(to place: Int?, _ segments: [Int]) -> Int? {
    guard let place
    else { return segments.first }
    return segments.min { abs($0 - place) < abs($1 - place) }
  }
}

extension String {
  fileprivate var inOneLine: String {
    unicodeScalars.contains { $0.value < 0x20 || (0x7f..<0xa0).contains($0.value) }
      ? TextFieldState(self).text : self
  }

  fileprivate var comparedWords: Set<String> {
    Set(lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }
}
