import Testing
import WeatherClient
import WeatherClientLive

struct LiveTests {
  @Test("A saved text can be loaded")
  func save() async throws {
    let client = WeatherClient.liveValue
    try await client.save("now")
    #expect(try await client.load() == "now")
  }
}
