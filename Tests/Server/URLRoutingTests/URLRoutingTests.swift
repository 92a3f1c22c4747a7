import CasePaths
import Foundation
import HTTPMessages
import Testing
import URLRouting

@CasePathable
private enum ShopRoute: Equatable {
  case home
  case book(UUID, BookRoute)
  case search(Search)

  struct Search: Equatable, Sendable {
    var words = ""
    var limit = 50
    var price: Double?
    var tags: [String] = []
  }
}

@CasePathable
private enum BookRoute: Equatable {
  case get
  case chapter(Int)
  case rename(Rename)
  case remove

  struct Rename: Codable, Equatable, Sendable {
    var title: String
  }
}

private let books = OneOf<BookRoute> {
  Route(\BookRoute.Cases.get, .get) { Nothing() }
  Route(\BookRoute.Cases.chapter, .get) {
    "chapters"
    PathValue<Int>()
  }
  Route(\BookRoute.Cases.rename, .patch) { JSONBody(BookRoute.Rename.self) }
  Route(\BookRoute.Cases.remove, .delete) { Nothing() }
}

private let router = OneOf<ShopRoute> {
  Route(\ShopRoute.Cases.home, .get) { Nothing() }
  Route(\ShopRoute.Cases.book) {
    "books"
    PathValue<UUID>()
    books
  }
  Route(\ShopRoute.Cases.search, .get) {
    "search"
    Query(ShopRoute.Search()) {
      Field("q", \.words)
      Field("limit", \.limit)
      Field("price", \.price)
      Field("tag", \.tags)
    }
  }
}

@Suite struct URLRoutingTests {
  private static let id = UUID(uuidString: "00000000-0000-0000-0000-00000000000A")!

  private static let examples: [(ShopRoute, HTTPMethod, String)] = [
    (.home, .get, "/"),
    (.book(id, .get), .get, "/books/00000000-0000-0000-0000-00000000000a"),
    (.book(id, .chapter(3)), .get, "/books/00000000-0000-0000-0000-00000000000a/chapters/3"),
    (.book(id, .rename(.init(title: "Ä"))), .patch, "/books/00000000-0000-0000-0000-00000000000a"),
    (.book(id, .remove), .delete, "/books/00000000-0000-0000-0000-00000000000a"),
    (.search(.init()), .get, "/search"),
    (
      .search(.init(words: "a+b c&d=ü/", limit: 2, price: 1.5, tags: ["x", "y z"])), .get,
      "/search?q=a%2Bb%20c%26d%3D%C3%BC%2F&limit=2&price=1.5&tag=x&tag=y%20z"
    ),
  ]

  @Test(arguments: Self.examples.indices)
  func `A route is written as a request, and read back`(index: Int) throws {
    let (route, method, target) = Self.examples[index]
    let data = try router.request(for: route)
    #expect(data.method == method)
    #expect(data.target == target)
    #expect(
      try router.match(RouteData(method: method, target: target, body: data.body)) == route)
  }

  @Test func `Routes of any values are read as they were written`() throws {
    var random = Random(state: 7)
    for _ in 0..<2_000 {
      let route = ShopRoute.random(&random)
      let data = try router.request(for: route)
      let read = try RouteData(method: data.method, target: data.target, body: data.body)
      #expect(read == data)
      #expect(try router.match(read) == route)
    }
  }

  @Test(arguments: [
    (HTTPMethod.get, "/nothing", RouteError.noMatch),
    (.get, "/books", .noMatch), (.get, "/books/x", .noMatch), (.get, "/search/more", .noMatch),
    (.post, "/search", .otherMethods([.get])),
    (.put, "/books/\(id)", .otherMethods([.get, .patch, .delete])),
    (.get, "/search?limit=x", .malformed("invalid value 'x' for the parameter 'limit'")),
    (.get, "/search?price=nan", .malformed("invalid value 'nan' for the parameter 'price'")),
    (.get, "/search?q=a&q=b", .malformed("the parameter 'q' is given more than once")),
    (
      .get, "/search?q=a&sort=up",
      .malformed("unknown parameter 'sort': valid parameters are limit, price, q, tag")
    ),
    (.get, "/?x", .malformed("unknown parameter 'x': this address has no parameters")),
  ])
  func `What is no route is told why`(
    method: HTTPMethod, target: String, error: RouteError
  ) throws {
    #expect(throws: error) { try router.match(RouteData(method: method, target: target)) }
  }

  @Test func `Several path components may be written in one text`() throws {
    let name = PathName("api/memos")
    var data = RouteData(path: ["api", "memos", "7"])
    _ = try name.read(&data)
    #expect(data.path == ["7"])
    #expect(try name.request(for: ()).target == "/api/memos")
    for path in [["api"], ["memos", "api"], []] {
      #expect(throws: RouteError.noMatch) {
        var data = RouteData(path: path)
        return try name.read(&data)
      }
    }
  }

  @Test func `A route with a body is found before the body is read`() throws {
    let target = "/books/\(Self.id)"
    let rename = try router.find(RouteData(method: .patch, target: target))
    #expect(rename.hasBody)
    #expect(
      try rename.output(Array(#"{"title":"A"}"#.utf8)) == .book(Self.id, .rename(.init(title: "A")))
    )
    #expect(throws: RouteError.self) { try rename.output([]) }
    let get = try router.find(RouteData(method: .get, target: target))
    #expect(!get.hasBody)
    #expect(try get.output([]) == .book(Self.id, .get))
  }

  @Test func `What is wrong with a body is told, and where`() throws {
    let target = "/books/\(Self.id)"
    func error(_ body: String) -> RouteError? {
      #expect(throws: RouteError.self) {
        try router.match(RouteData(method: .patch, target: target, body: Array(body.utf8)))
      }
    }
    #expect(error("") == .malformed("the body cannot be decoded: it is empty"))
    #expect(error("{") == .malformed("the body cannot be decoded: it is not valid JSON"))
    #expect(error("{}") == .malformed("the body cannot be decoded: \"title\" is missing"))
    #expect(
      error(#"{"title":1}"#)
        == .malformed("the body cannot be decoded: title must be a string"))
    #expect(error("[]") == .malformed("the body cannot be decoded: it must be an object"))
  }

  @Test(
    "A value of another type is reported by its field and the type of JSON that it must have",
    arguments: [
      (#"{"count":"1"}"#, "count must be an integer"),
      (#"{"count":null}"#, "count must be an integer"),
      (#"{"count":1.5}"#, "a value is not allowed, such as a fraction instead of an integer"),
      (#"{"isOpen":1}"#, "isOpen must be true or false"),
      (#"{"parts":{}}"#, "parts must be an array"),
      (#"{"parts":[{"start":1},{"start":"1"}]}"#, "parts.[1].start must be a number"),
      (#"{"parts":[[]]}"#, "parts.[0] must be an object"),
      (#"{"parts":[{}]}"#, #""start" is missing at parts.[0]"#),
      (#"{"names":[]}"#, "names must be an object"),
      (#"{"names":{"a":1}}"#, "names.a must be a string"),
    ])
  func types(body: String, reason: String) {
    struct Sample: Codable, Equatable {
      struct Part: Codable, Equatable {
        var start: Double
      }

      var count: Int?
      var isOpen: Bool?
      var names: [String: String]?
      var parts: [Part]?

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.count) { count = try container.decode(Int.self, forKey: .count) }
        isOpen = try container.decodeIfPresent(Bool.self, forKey: .isOpen)
        names = try container.decodeIfPresent([String: String].self, forKey: .names)
        parts = try container.decodeIfPresent([Part].self, forKey: .parts)
      }
    }
    var data = RouteData()
    #expect(throws: RouteError.malformed("the body cannot be decoded: \(reason)")) {
      try JSONBody(Sample.self).parse(&data).output(Array(body.utf8))
    }
  }

  @Test(arguments: [
    "", "memos", "/a//b", "/a/", "/../etc", "/a/%2e%2e/b", "/%", "/%4", "/%zz", "/%ff", "/%00",
    "/a?b=%c3",
  ])
  func `A target that hides something is refused`(target: String) {
    #expect(throws: RouteError.self) { try RouteData(method: .get, target: target) }
  }

  @Test func `A slash that is escaped is part of a name`() throws {
    let data = try RouteData(method: .get, target: "/a%2Fb/c+d?x+y=1+2")
    #expect(data.path == ["a/b", "c+d"])
    #expect(data.query == [.init("x y", "1 2")])
  }
}

/// A generator that gives the same numbers again: splitmix64.
private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func text() -> String {
    let letters = Array("aZ09-._~ /?&=+%#\"'<>üß日\u{301}🎙")
    return String(
      (0..<Int.random(in: 0...8, using: &self)).map { _ in
        letters.randomElement(using: &self) ?? "a"
      })
  }
}

extension ShopRoute {
  fileprivate static func random(_ random: inout Random) -> Self {
    let id = UUID(
      uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, .random(in: 0...255, using: &random)))
    switch Int.random(in: 0...5, using: &random) {
    case 0: return .home
    case 1: return .book(id, .get)
    case 2: return .book(id, .chapter(.random(in: .min ... .max, using: &random)))
    case 3: return .book(id, .rename(.init(title: random.text())))
    case 4: return .book(id, .remove)
    default:
      return .search(
        .init(
          words: random.text(), limit: .random(in: 1...100, using: &random),
          price: Bool.random(using: &random) ? .random(in: -1e9...1e9, using: &random) : nil,
          tags: (0..<Int.random(in: 0...3, using: &random)).map { _ in random.text() }))
    }
  }
}
