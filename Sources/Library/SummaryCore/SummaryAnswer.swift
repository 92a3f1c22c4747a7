import Foundation
import SharedModels

struct MalformedAnswer: Error, Equatable {
  let reason: String
}

protocol ModelAnswer: Decodable {
  var language: String? { get }
}

extension ModelAnswer {
  /// Reads the JSON object in a response, which may have other text around it.
  init(_ response: String, language: String?) throws(MalformedAnswer) {
    // Some models think aloud first.
    let text =
      response.ranges(of: "</think>").last.map { response[$0.upperBound...] } ?? response[...]
    guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"), start < end,
      let answer = try? JSONDecoder().decode(Self.self, from: Data(text[start...end].utf8))
    else { throw MalformedAnswer(reason: "it is not the requested JSON") }
    self = answer
    if let expected = language, let written = self.language, LanguageName.code(written) != expected
    {
      throw MalformedAnswer(reason: "it is in '\(written.prefix(20))' instead of '\(expected)'")
    }
  }
}

struct SummaryAnswer: ModelAnswer {
  struct Entry: Decodable {
    var quote: String?
    var text: String?
    var when: String?
    var who: String?
  }

  var actionItems: [Entry]
  var decisions: [Entry]
  var keyPoints: [Entry]
  var language: String?
  var sentence: Entry?
  var title: Entry?
}

struct CondensingAnswer: ModelAnswer {
  struct Entry: Decodable {
    var point: Int?
    var text: String?
  }

  var keyPoints: [Int]
  var language: String?
  var sentence: Entry?
  var title: Entry?
}
