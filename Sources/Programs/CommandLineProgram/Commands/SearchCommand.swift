import ArgumentParsing
import DatabaseClient
import Dependencies
import Foundation
import ServerRouter
import SharedModels
import Styleguide
import TerminalClient

private struct SearchCommand {
  @Dependency(\.database) private var database
  @Dependency(\.terminal) private var terminal

  func run(_ query: SearchQuery) async throws {
    let hits = try await database.search(query: query)
    guard !hits.isEmpty
    else {
      terminal.hint("Nothing found.")
      throw CommandFailure.alreadyReported
    }
    try print(hits)
    guard hits.count >= min(query.limit, SearchRequest.maximumLimit)
    else { return }
    let total = try await database.searchCount(query: query)
    guard total > hits.count
    else { return }
    let remedy =
      hits.count < query.limit ? "a server returns no more at once" : "--limit N shows more"
    terminal.note("\(hits.count.grouped) of \(total.grouped); \(remedy)")
  }

  private func print(_ hits: [SearchHit]) throws {
    if terminal.isJSON {
      for hit in hits {
        for place in hit.places.map(Optional.some) + (hit.places.isEmpty ? [nil] : []) {
          try terminal.json(object(hit.recording, place))
        }
      }
      return
    }
    let ink = Ink(terminal)
    var line = RecordingLine(ink: ink)
    for hit in hits {
      try terminal.line(line.text(for: hit.recording))
      for place in hit.places {
        try terminal.line("  \(ink.dim(place.time.clock))  \(highlighted(place, ink))")
      }
      let others = hit.placeCount - hit.places.count
      if others > 0 {
        try terminal.line(ink.dim("  … and \(others) more match\(others == 1 ? "" : "es")"))
      }
    }
  }

  private func highlighted(_ place: SearchHit.Place, _ ink: Ink) -> String {
    let bytes = Array(place.excerpt.utf8)
    var text = ""
    var position = 0
    for match in place.matches where match.lowerBound >= position && match.upperBound <= bytes.count
    {
      text += String(decoding: bytes[position..<match.lowerBound], as: UTF8.self).printable
      text += ink.hit(String(decoding: bytes[match], as: UTF8.self).printable)
      position = match.upperBound
    }
    return text + String(decoding: bytes[position...], as: UTF8.self).printable
  }

  private func object(_ recording: Recording, _ place: SearchHit.Place?) -> JSONObject {
    [
      "id": recording.id.text, "title": recording.title, "date": recording.date,
      "time": place?.time.secondsToMillisecond, "word": place?.wordIndex,
      "excerpt": place?.excerpt,
    ]
  }
}

extension CommandTable {
  static let search: Command = {
    let words = Parameter<[String]>.arguments(
      "WORDS",
      help: """
        The words to find; all must occur. '"some words"' finds a phrase, 'transc*' a prefix, and \
        'speaker:anna' only what Anna said.
        """)
    let limit = Parameter.option(
      "limit", default: 50, placeholder: "N", help: "Show at most N memos.", check: positive)
    let places = Parameter<Int?>.option(
      "places", placeholder: "N",
      help: "Show at most N matches per memo. Default: 10, or all with --json.", check: positive)
    return Command(
      "search", summary: "Search transcripts and titles",
      discussion: "Exits with status 1 if nothing is found.",
      options: FilterOptions.all + [limit, places], arguments: [words]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      var query = SearchQuery(
        arguments[words].joined(separator: " "), limit: arguments[limit],
        placeLimit: arguments[places] ?? (terminal.isJSON ? nil : 10))
      query.filter = FilterOptions.filter(arguments)
      try await SearchCommand().run(query)
    }
  }()
}
