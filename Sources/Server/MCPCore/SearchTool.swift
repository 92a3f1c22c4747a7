import DatabaseClient
import Dependencies
import ServerRouter
import SharedModels

struct SearchTool: MCPTool {
  struct Arguments: Decodable {
    let from: MCPMoment?
    let limit: Double?
    let places: Double?
    let query: String
    let until: MCPMoment?
  }

  struct Output: Encodable {
    let hits: [Hit]

    struct Hit: Encodable {
      let memo: MCPMemo
      let placeCount: Int
      let places: [Place]
    }

    struct Place: Encodable {
      let excerpt: String
      /// In seconds.
      let time: Double
    }
  }

  @Dependency(\.database) private var database

  let description = MCPToolDescription(
    "search", title: "Search",
    "Finds memos by words in their transcripts and titles. Returns the time of each match.",
    required: ["query"],
    [
      "from": .init(.moment, "Only memos from this day or time on."),
      "limit": .init(
        .count(maximum: SearchRequest.maximumLimit), "The maximum number of memos. Default: 50."),
      "places": .init(
        .count(maximum: SearchRequest.maximumLimit),
        "The maximum number of matches to return for each memo. Default: 10."),
      "query": .init(
        .text, "Words that must all occur. \"some words\" is a phrase, transc* a prefix."),
      "until": .init(.moment, "Only memos before this day or time."),
    ])

  func call(_ arguments: Arguments) async throws -> Output {
    var search = SearchRequest(arguments.query)
    search.from = arguments.from?.date
    search.limit = try description.inputSchema.count(arguments.limit, "limit") ?? search.limit
    search.placeLimit = try description.inputSchema.count(arguments.places, "places") ?? 10
    search.until = arguments.until?.date
    return Output(
      hits: try await database.search(query: search.query).map { hit in
        Output.Hit(
          memo: MCPMemo(hit.recording), placeCount: hit.placeCount,
          places: hit.places.map {
            Output.Place(excerpt: $0.excerpt, time: $0.time.secondsToMillisecond)
          })
      })
  }
}
