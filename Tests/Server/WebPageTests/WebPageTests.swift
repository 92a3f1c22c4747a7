import Dependencies
import HTTPMessages
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
      let text = reply.text
      for match in text.matches(of: /(?:from|addModule\()\s*"(?:\.\/|page\/)([a-z-]+\.js)"/) {
        waiting.append("/page/\(match.1)")
      }
      for match in text.matches(of: /"(?:\.\.\/)?page\/([a-z-]+\.[a-z]+)"/) {
        waiting.append("/page/\(match.1)")
      }
      if target == "/worker.js" {
        for match in text.matches(of: /"([a-z-]+\.(?:js|css|svg))"/) {
          waiting.append("/page/\(match.1)")
        }
      }
    }
    #expect(seen.count > 20, "\(seen.sorted())")
  }

  @Test("The whole page is small when compressed")
  func size() async throws {
    let site = try await TestSite()
    let worker = try await site.send(.get, "/worker.js").text
    let headers: HTTPHeaders = ["Accept-Encoding": "gzip"]
    var byteCount = try await site.send(.get, "/", headers: headers).body.count
    for match in worker.matches(of: /"([a-z-]+\.(?:js|css|svg))"/) {
      byteCount += try await site.send(.get, "/page/\(match.1)", headers: headers).body.count
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
