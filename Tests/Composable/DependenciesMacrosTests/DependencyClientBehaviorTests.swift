import DependenciesMacros
import Testing

@DependencyClient
struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

@DependencyClient
public struct AudioPlayerClient: Sendable {
  public var play: @Sendable (_ url: String, _ rate: Double) async throws -> Bool
  public var stop: @Sendable () async -> Void
  public var volume: @Sendable () -> Double = { 1 }
  var currentTime: @Sendable () async -> Double?
}

struct DependencyClientBehaviorTests {
  @Test("DEP-01 every endpoint starts out unimplemented")
  func unimplemented() async {
    let client = FactClient()
    await withExpectedIssue {
      await #expect(throws: Unimplemented("fetch")) { try await client.fetch(1) }
    }
    let player = AudioPlayerClient()
    withExpectedIssue {
      #expect(player.volume() == 1)
    }
  }
}
