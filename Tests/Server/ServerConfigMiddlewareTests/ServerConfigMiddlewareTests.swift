import Clocks
import ConcurrencyExtras
import Dependencies
import HTTPMessages
import Testing
import DatabaseClient
import ServerRouter
import SpeechClient
import TestSite

@testable import ServerConfigMiddleware

struct ServerConfigMiddlewareTests {
  private static let status = SpeechEngineStatus(
    model: "tiny.en",
    models: [
      SpeechModel(name: "tiny.en", folder: "/models/tiny.en"), SpeechModel(name: "small"),
    ])

  @Test("A client sees what its token allows, and no server path")
  func described() async throws {
    let site = try await TestSite(scopes: [.read, .transcribe])
    let reply = try await withDependencies {
      $0.speechClient.engineStatus = { Self.status }
    } operation: {
      try await site.send(.get, "/api/server")
    }
    let description = try reply.json(ServerDescription.self)
    #expect(description.apiVersion == 1)
    #expect(description.version == "1.2.3")
    #expect(description.token == .init(name: "test", scopes: ["read", "transcribe"]))
    #expect(description.libraries.map(\.name) == [site.folder.root.lastPathComponent])
    #expect(description.libraries.first?.id.count == 32)
    #expect(description.engine == .init(isReady: true, model: "tiny.en", models: ["tiny.en"]))
    #expect(description.languages.contains("yue") && !description.languages.contains("auto"))
    #expect(description.limits.memoCount == 1_000)
    #expect(description.limits.uploadByteCount == 8 << 30)
    #expect(Set(description.features).isSuperset(of: ["idempotency-keys", "tus", "webhook"]))
    #expect(!reply.text.contains(site.folder.root.deletingLastPathComponent().path))
  }

  @Test("The engine is checked once a minute, and its problem is shown")
  func engine() async throws {
    let clock = TestClock()
    let count = LockIsolated(0)
    let report = EngineReport()
    func ask() async -> ServerDescription.Engine {
      await withDependencies {
        $0.continuousClock = clock
        $0.speechClient.engineStatus = {
          count.withValue { $0 += 1 }
          return count.value == 1
            ? SpeechEngineStatus(failure: .engine(message: "it is not there")) : Self.status
        }
      } operation: {
        await report.value
      }
    }
    #expect(await ask() == .init(isReady: false))
    #expect(await ask().isReady == false)
    #expect(count.value == 1)
    await clock.advance(by: .seconds(60))
    #expect(await ask().isReady)
    #expect(count.value == 2)
  }
}
