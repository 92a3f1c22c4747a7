import HTTPMessages
import Testing

@Suite struct HTTPMessagesTests {
  @Test func `A field has one name in upper and lower case, and keeps its place when it is set`() {
    var headers: HTTPHeaders = ["Accept": "a", "Host": "h", "accept": "b"]
    #expect(headers["ACCEPT"] == "a")
    #expect(headers.values(of: "accept") == ["a", "b"])

    headers["aCCept"] = "c"
    #expect(headers == ["aCCept": "c", "Host": "h"])

    headers["host"] = nil
    headers.add("Accept", "d")
    #expect(headers.fields.map(\.value) == ["c", "d"])
    #expect(headers["Range"] == nil)
  }

  @Test func `A list is read over all values of its field`() {
    let headers: HTTPHeaders = ["Connection": " close ,\tUpgrade", "connection": ",x y,"]
    #expect(headers.list(of: "Connection") == ["close", "Upgrade", "x y"])
    #expect(headers.list(of: "Via").isEmpty)
  }

  @Test(arguments: [
    ("/memos?limit=2&q=a?b", "/memos"), ("/memos?", "/memos"), ("/memos", "/memos"), ("*", "*"),
  ])
  func `A target has a path`(target: String, path: String) {
    #expect(HTTPRequest(.get, target).path == path)
  }

  @Test func `A body is read whole, up to a limit`() async throws {
    #expect(try await HTTPBody([1, 2, 3]).bytes(upTo: 3) == [1, 2, 3])
    #expect(try await HTTPBody.empty.bytes(upTo: 0).isEmpty)
    // The reported length is not awaited.
    await #expect(throws: HTTPBody.TooLarge(limit: 2)) {
      try await HTTPBody(byteCount: 3) { throw CancellationError() }.bytes(upTo: 2)
    }
    await #expect(throws: HTTPBody.TooLarge(limit: 5)) {
      try await HTTPBody { [1, 2, 3] }.bytes(upTo: 5)
    }
  }

  @Test func `A body of bytes is read once`() async throws {
    let body = HTTPBody([1])
    #expect(try await body.bytes(upTo: 1) == [1])
    #expect(try await body.bytes(upTo: 1).isEmpty)
  }
}
