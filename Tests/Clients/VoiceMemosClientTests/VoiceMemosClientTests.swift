import Foundation
import Testing
import VoiceMemosClient

struct VoiceMemosClientTests {
  @Test("The preview's library has memos with a transcript and without")
  func preview() async throws {
    let client = VoiceMemosClient.previewValue
    let memos = try await client.library(in: URL(fileURLWithPath: "/memos")).memos
    #expect(memos.map(\.title) == ["Shopping", "Lecture"])
    #expect(try await client.transcript(in: memos[0].file)?.language == "en")
    #expect(try await client.transcript(in: memos[1].file) == nil)
  }

  @Test("A problem is one line with a fix")
  func errors() {
    for error: VoiceMemosError in [
      .notFound(path: "/a"), .unknownSchema(path: "/a", missing: "ZPATH"),
      .unreadable(path: "/a", reason: "no"),
    ] {
      #expect(error.description.hasPrefix("/a "))
      #expect(!error.description.contains("\n"))
    }
  }
}
