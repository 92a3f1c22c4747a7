import Testing
import WeatherClient
import WeatherClientLive

struct LiveTests {
  @Test("What is saved is loaded again")
  func save() async throws {
    let client = WeatherClient.liveValue
    try await client.save("now")
    #expect(try await client.load() == "now")
  }
}
