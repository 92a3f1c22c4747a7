import Clocks
import ConcurrencyExtras
import LanguageModelClient
import Testing

struct LanguageModelClientTests {
  private let request = LanguageModelRequest(
    model: "m", instructions: "Do it.", prompt: "data", schema: .init(name: "s", json: "{}"),
    tokenLimit: 10)

  private func events(_ client: LanguageModelClient) async throws -> [LanguageModelEvent] {
    var events: [LanguageModelEvent] = []
    for try await event in client.respond(request) { events.append(event) }
    return events
  }

  @Test("Without a choice the client is off, and says what to do")
  func off() async throws {
    let client = LanguageModelClient.chosen(by: { Int?.none }, from: { _ in .scripted(["no"]) })
    #expect(client.server() == nil)
    let failure = await #expect(throws: LanguageModelClient.Failure.self) {
      try await client.model()
    }
    #expect(failure?.reason == .off)
    #expect(failure?.description.contains("'speechmemo settings assistant URL'") == true)
    await #expect(throws: LanguageModelClient.Failure.off) { try await events(client) }
  }

  @Test("A client is kept until the choice changes")
  func chosen() async throws {
    let choice = LockIsolated(1)
    let made = LockIsolated<[Int]>([])
    let client = LanguageModelClient.chosen(by: { choice.value }) { number in
      made.withValue { $0.append(number) }
      return .scripted(["\(number)"])
    }
    #expect(try await events(client) == [.text("1 "), .finished(.complete)])
    _ = client.server()
    #expect(made.value == [1])
    choice.setValue(2)
    #expect(try await events(client) == [.text("2 "), .finished(.complete)])
    #expect(made.value == [1, 2])
  }

  @Test("Scripted texts come in turn, word by word, with the clock's pauses")
  func scripted() async throws {
    let clock = ImmediateClock()
    let start = clock.now
    let client = LanguageModelClient.scripted(
      ["one two", "three"], wordDelay: .seconds(30), clock: clock)
    #expect(try await events(client) == [.text("one "), .text("two "), .finished(.complete)])
    #expect(start.duration(to: clock.now) == .seconds(60))
    #expect(try await events(client) == [.text("three "), .finished(.complete)])
    #expect(try await events(client) == [.text("three "), .finished(.complete)])
  }
}
