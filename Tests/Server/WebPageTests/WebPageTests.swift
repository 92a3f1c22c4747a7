import Dependencies
import HTTPMessages
import MiddlewareHelpers
import SoundCore
import TestSite
import Testing

struct WebPageTests {
  @Test("The page is sent to everybody, and may load nothing from elsewhere")
  func index() async throws {
    let site = try await TestSite()
    for target in [
      "/", "/?utm_source=x", "/manifest.webmanifest", "/worker.js", "/page/app.js",
      "/page/style.css?v=2",
    ] {
      let reply = try await site.send(.get, target, headers: ["Authorization": ""])
      #expect(reply.status == .ok, "\(target)")
      let policy = try #require(reply.headers["Content-Security-Policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
      #expect(!policy.contains("unsafe"))
      let tag = try #require(reply.headers["ETag"])
      #expect(
        try await site.send(.get, target, headers: ["If-None-Match": tag]).status == .notModified)
    }
    #expect(try await site.send(.get, "/page/none.js").status == .notFound)
    #expect(try await site.send(.get, "/page/..%2FWebPage.swift").status == .notFound)
  }

  @Test("The page may play audio from the store and load nothing else from there")
  func elsewhere() async throws {
    let site = try await TestSite()
    let reply = try await withDependencies {
      $0.soundFiles.linkOrigins = { ["https://store.example:9000"] }
    } operation: {
      try await site.send(.get, "/", headers: ["Authorization": ""])
    }
    let policy = try #require(reply.headers["Content-Security-Policy"])
    let parts = policy.split(separator: ";").filter { $0.contains("https://store.example:9000") }
    #expect(parts == [" media-src 'self' blob: https://store.example:9000"])
  }

  @Test("Each file that the page references exists")
  func names() async throws {
    let site = try await TestSite()
    var waiting = ["/", "/worker.js", "/page/shared.html"]
    var seen: Set<String> = []
    while let target = waiting.popLast() {
      guard seen.insert(target).inserted
      else { continue }
      let reply = try await site.send(.get, target)
      #expect(reply.status == .ok, "\(target)")
      for match in reply.text.matches(of: /"(?:\.\.\/)?page\/([a-z-]+\.[a-z]+)"/) {
        waiting.append("/page/\(match.1)")
      }
    }
    #expect(
      seen == [
        "/", "/worker.js", "/page/app.js", "/page/icon.svg", "/page/recorder-worklet.js",
        "/page/shared.html", "/page/shared.js", "/page/style.css",
      ])
  }

  @Test("A script contains all modules that it imports, each one once and before its use")
  func modules() async throws {
    let site = try await TestSite()
    for (name, title) in [
      ("app.js", "// The page: the list beside"), ("shared.js", "// The page of a link"),
    ] {
      let text = try await site.send(.get, "/page/\(name)").text
      #expect(text.matches(of: /\n(?:import|export)\s/).isEmpty)
      var defined: Set<Substring> = []
      for line in text.split(separator: "\n") {
        if let match = line.prefixMatch(of: /const (\$\w+) = \(\(\) => \{/) {
          #expect(defined.insert(match.1).inserted, "\(line)")
        } else if let match = line.wholeMatch(of: /const \{.*\} = (\$\w+);/) {
          #expect(defined.contains(match.1), "\(line)")
        }
      }
      #expect(defined.isSuperset(of: ["$elements", "$player", "$texts"]))
      #expect(text.contains(title))
      #expect(try await site.send(.get, "/page/player.js").status == .notFound)
    }
  }

  @Test("The page's files are sent compressed, and small")
  func size() async throws {
    let site = try await TestSite()
    let headers: HTTPHeaders = ["Accept-Encoding": "gzip"]
    var byteCount = 0
    for target in ["/", "/worker.js", "/page/app.js", "/page/icon.svg", "/page/style.css"] {
      let reply = try await site.send(.get, target, headers: headers)
      byteCount += reply.body.count
      let plain = try await site.send(.get, target)
      #expect(plain.headers["Content-Encoding"] == nil)
      if plain.body.count > 1_024 {
        #expect(reply.headers["Content-Encoding"] == "gzip")
        #expect(reply.body == gzip(plain.body))
      }
      let tag = try #require(reply.headers["ETag"])
      let known = try await site.send(
        .get, target, headers: ["Accept-Encoding": "gzip", "If-None-Match": tag])
      #expect(known.status == .notModified)
    }
    #expect((20_000...60_000).contains(byteCount), "\(byteCount)")
  }

  @Test("The page has no inline code or styles, and nothing from other hosts")
  func inline() async throws {
    let site = try await TestSite()
    for target in ["/", "/page/shared.html"] {
      let text = try await site.send(.get, target).text
      #expect(!text.contains("<style") && !text.contains("style="))
      #expect(text.matches(of: /<script(?![^>]* src=)/).isEmpty)
      #expect(text.matches(of: /\son[a-z]+=/).isEmpty)
      #expect(!text.contains("://"))
    }
  }
}
