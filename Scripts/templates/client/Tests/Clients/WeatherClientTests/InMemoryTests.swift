import Dependencies
import Testing
import WeatherClient

struct InMemoryTests {
  @Test("A saved text can be loaded")
  func save() async throws {
    let client = WeatherClient.inMemory("first")
    #expect(try await client.load() == "first")
    try await client.save("second")
    #expect(try await client.load() == "second")
  }

  @Test("The preview value has a text")
  func preview() async throws {
    let client = withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.weather) var weather
      return weather
    }
    #expect(try await client.load() == "The weather")
  }
}
