import DatabaseClient
import Foundation
import MCPCore
import SharedModels
import Testing

struct ToolTests {
  private let library = MCPLibrary()
  private let ids = MCPLibrary.ids

  private func titles(_ arguments: String) async throws -> [String] {
    let memos = try await library.call("list_memos", arguments).output["memos"] as? [[String: Any]]
    return memos?.compactMap { $0["title"] as? String } ?? []
  }

  @Test("Tools that change memos are listed only with permission")
  func list() async throws {
    func tools(_ allowsChanges: Bool) async throws -> [[String: Any]] {
      let answer = try await library.answer(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, allowsChanges: allowsChanges)
      return (answer?.object["result"] as? [String: Any])?["tools"] as? [[String: Any]] ?? []
    }
    let reading = try await tools(false)
    #expect(
      reading.map { $0["name"] as? String }
        == ["list_memos", "get_memo", "get_summary", "search", "text_around"])
    let all = try await tools(true)
    #expect(all.suffix(2).map { $0["name"] as? String } == ["add_tags", "set_title"])
    for tool in all {
      let schema = try #require(tool["inputSchema"] as? [String: Any])
      #expect(schema["type"] as? String == "object")
      let properties = try #require(schema["properties"] as? [String: [String: Any]])
      #expect(Set(try #require(schema["required"] as? [String])).isSubset(of: properties.keys))
      #expect(properties.values.allSatisfy { $0["type"] != nil && $0["description"] != nil })
      #expect((tool["description"] as? String)?.hasSuffix(".") == true)
      let hints = tool["annotations"] as? [String: Bool]
      #expect(
        hints?["readOnlyHint"] == !["add_tags", "set_title"].contains(tool["name"] as? String))
    }
  }

  @Test("Memos are listed by day, tag and page, without the trash")
  func listMemos() async throws {
    #expect(try await titles("{}") == ["Trip", "Garden", "Budget"])
    #expect(try await titles(#"{"from":"2026-01-02","until":"2026-01-03"}"#) == ["Garden"])
    #expect(try await titles(#"{"until":"2026-01-02T12:00:00Z"}"#) == ["Budget"])
    #expect(try await titles(#"{"tag":"work"}"#) == ["Budget"])
    let page = try await library.call("list_memos", #"{"limit":2}"#)
    let next = try #require(page.output["next"] as? String)
    #expect(try await titles(#"{"limit":2,"after":"\#(next)"}"#) == ["Budget"])
    try await library.database.trash(
      ids: library.database.recordings(matching: RecordingQuery(limit: 1)).map(\.id),
      at: Date(timeIntervalSince1970: 0))
    #expect(try await titles(#"{"tag":null}"#) == ["Garden", "Budget"])
  }

  @Test("A memo has its text, by an ID in any case, structured and as text")
  func getMemo() async throws {
    let result = try await library.call("get_memo", #"{"id":"\#(ids[0].uppercased())"}"#)
    #expect(!result.isError)
    let memo = try #require(result.output["memo"] as? [String: Any])
    #expect(memo["id"] as? String == ids[0])
    #expect(memo["title"] as? String == "Budget")
    #expect(memo["date"] as? String == "2026-01-01T12:00:00Z")
    #expect(memo["tags"] as? [String] == ["Work"])
    let transcript = result.output["transcript"] as? [String: Any]
    #expect(
      transcript?["text"] as? String == "We agreed on the budget. Please send it tomorrow.\n")
    let text = try JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? NSDictionary
    #expect(text == result.output as NSDictionary)
  }

  @Test("A memo's summary has the quote and time of each point, and is absent if none was made")
  func getSummary() async throws {
    let none = try await library.call("get_summary", #"{"id":"\#(ids[0])"}"#)
    #expect(!none.isError && none.output["summary"] == nil)
    #expect((none.output["memo"] as? [String: Any])?["title"] as? String == "Budget")

    let id = Recording.ID(try #require(UUID(uuidString: ids[0])))
    let transcription = try #require(try await library.database.transcription(of: id))
    var summary = Summary(
      provenance: Summary.Provenance(
        model: "gemma", promptVersion: 1, transcription: transcription,
        createdAt: Date(timeIntervalSince1970: 0)))
    summary.sentence = Summary.Point(
      "A budget.",
      quote: Summary.Quote(text: "the budget.", words: 3..<5, start: .seconds(3), end: .seconds(5)))
    try await library.database.summaries.save(summary: summary, of: id)
    let result = try await library.call("get_summary", #"{"id":"\#(ids[0])"}"#)
    let output = try #require(result.output["summary"] as? [String: Any])
    #expect(output["isStale"] as? Bool == false)
    let sentence = try #require(output["sentence"] as? [String: Any])
    #expect(sentence["quote"] as? String == "the budget." && sentence["start"] as? Double == 3)
  }

  @Test("Search returns hits with times and context")
  func search() async throws {
    let found = try await library.call("search", #"{"query":"budget","places":1}"#)
    let hits = try #require(found.output["hits"] as? [[String: Any]])
    #expect(
      hits.map { ($0["memo"] as? [String: Any])?["title"] as? String } == ["Garden", "Budget"])
    let place = try #require((hits.last?["places"] as? [[String: Any]])?.first)
    #expect(place["time"] as? Double == 4)
    let around = try await library.call(
      "text_around", #"{"id":"\#(ids[0])","time":4,"seconds":1}"#)
    #expect(around.output["text"] as? String == "on the budget. Please")
    #expect((around.output["memo"] as? [String: Any])?["id"] as? String == ids[0])
    let lines = around.output["lines"] as? [[String: Any]]
    #expect(lines?.map { $0["start"] as? Double } == [2])
    let whole = try await library.call("text_around", #"{"id":"\#(ids[2])","time":0}"#)
    #expect(whole.output["text"] as? String == "Pack the tent")
  }

  @Test("Tags are added to the existing ones, and a title is replaced")
  func changes() async throws {
    let tags = try await library.call(
      "add_tags", #"{"id":"\#(ids[0])","tags":["work"," new "]}"#, allowsChanges: true)
    #expect((tags.output["memo"] as? [String: Any])?["tags"] as? [String] == ["Work", "new"])
    let title = try await library.call(
      "set_title", #"{"id":"\#(ids[0])","title":"Money\n2026"}"#, allowsChanges: true)
    #expect((title.output["memo"] as? [String: Any])?["title"] as? String == "Money 2026")
    #expect(try await titles(#"{"tag":"new"}"#) == ["Money 2026"])
    let refused = try await library.answer(
      """
      {"jsonrpc":"2.0","id":1,"method":"tools/call",\
      "params":{"name":"set_title","arguments":{"id":"\(ids[0])","title":"No"}}}
      """)
    #expect((refused?.object["error"] as? [String: Any])?["code"] as? Int == -32602)
    #expect(try await titles("{}").last == "Money 2026")
  }

  @Test(
    "A failed call is a result with the fix",
    arguments: [
      ("get_memo", "{}", "'id' is missing: give a memo's id"),
      ("get_memo", #"{"id":7}"#, "'id' must be a memo's id"),
      ("get_memo", #"{"id":"7"}"#, "'id' must be a memo's id"),
      ("get_memo", #"{"id":null}"#, "'id'"),
      ("get_memo", #"{"id":"00000000-0000-0000-0000-00000000000f"}"#, "'list_memos'"),
      ("get_summary", #"{"id":"00000000-0000-0000-0000-00000000000f"}"#, "'list_memos'"),
      ("list_memos", #"{"limit":"many"}"#, "'limit' must be a whole number"),
      ("list_memos", #"{"limit":1.5}"#, "'limit' must be a whole number"),
      ("list_memos", #"{"limit":0}"#, "from 1 to 1000"),
      ("list_memos", #"{"limit":1e30}"#, "from 1 to 1000"),
      ("list_memos", #"{"limit":1e999}"#, "does not match the tool's schema"),
      ("search", #"{"query":"a","places":-1}"#, "'places' must be a whole number"),
      ("list_memos", #"{"from":"yesterday"}"#, "'from' must be a date such as 2026-01-31"),
      ("list_memos", #"{"after":"x"}"#, "'after' must be the 'next' value"),
      ("list_memos", #"{"trash":true}"#, "unknown argument 'trash': use after, from"),
      ("search", #"{"query":"*"}"#, "enter at least one word"),
      ("search", "{}", "'query' is missing: give a string"),
      ("text_around", #"{"id":"\#(MCPLibrary.ids[0])","time":-1}"#, "'time' must be a number"),
      ("text_around", #"{"id":"\#(MCPLibrary.ids[0])","time":1e300}"#, "'time' must be a number"),
      ("text_around", #"{"id":"\#(MCPLibrary.ids[0])","time":60}"#, "memo's end, at 11.0"),
      ("add_tags", #"{"id":"\#(MCPLibrary.ids[0])","tags":[" "]}"#, "a tag must not be blank"),
      (
        "add_tags", #"{"id":"\#(MCPLibrary.ids[0])","tags":[7]}"#,
        "'tags' must be a list of strings"
      ),
      ("set_title", #"{"id":"\#(MCPLibrary.ids[0])","title":"\n"}"#, "cannot be empty"),
    ])
  func problems(tool: String, arguments: String, words: String) async throws {
    let result = try await library.call(tool, arguments, allowsChanges: true)
    #expect(result.isError)
    #expect(result.text.contains(words), "\(result.text)")
    #expect(!result.text.contains("\n") && result.output.isEmpty)
  }

  @Test("An internal error is logged, and the agent gets no details")
  func failure() async throws {
    let broken = DatabaseError.unavailable(path: "/secret", detail: "gone")
    let answer = try #require(
      try await library.answer(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_memos"}}"#
      ) {
        $0.database.recordings = { _ in throw broken }
      })
    #expect(answer.answer.failure?.contains("/secret") == true)
    #expect(answer.answer.outcome == .answered)
    let text = String(decoding: answer.answer.bytes, as: UTF8.self)
    #expect(text.contains(#""isError":true"#) && !text.contains("secret"))
  }

  @Test("A memo without a transcript is returned as such")
  func none() async throws {
    let memo = try #require(
      try await library.database.recordings(matching: RecordingQuery(limit: 1)).first)
    let arguments = #"{"id":"\#(ids[2])","time":0}"#
    let around = try await library.call("text_around", arguments) {
      $0.database.transcription = { _ in nil }
    }
    #expect(around.isError && around.text.contains("no transcript (done)"))
    let whole = try await library.call("get_memo", #"{"id":"\#(ids[2])"}"#) {
      $0.database.transcription = { _ in nil }
    }
    #expect(!whole.isError && whole.output["transcript"] == nil)
    #expect((whole.output["memo"] as? [String: Any])?["title"] as? String == memo.title)
  }
}
