import ConcurrencyExtras

extension LanguageModelClient {
  /// Returns a client that streams the texts in turn, the last one again and again.
  public static func scripted(
    _ texts: [String], contextLength: Int? = nil, wordDelay: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    let rest = LockIsolated(texts)
    return Self(
      model: { LanguageModel(name: "scripted", contextLength: contextLength) },
      respond: { _ in
        let text = rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? "" }
        return AsyncThrowingStream { continuation in
          let task = Task {
            do {
              for word in text.split(separator: " ", omittingEmptySubsequences: false) {
                if wordDelay > .zero { try await clock.sleep(for: wordDelay) }
                continuation.yield(.text("\(word) "))
              }
              continuation.yield(.finished(.complete))
              continuation.finish()
            } catch {
              continuation.finish(throwing: error)
            }
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      },
      server: { LanguageModelServer(name: "scripted", isOnThisMachine: true) })
  }

  public static let previewText = #"""
    {"language": "en",
     "sentence": {"text": "Things to bring and to ask before the tide turns.",
                  "quote": "The tide turns at noon"},
     "title": {"text": "Before the tide turns", "quote": "The tide turns at noon"},
     "keyPoints": [{"text": "The tide turns at noon.", "quote": "The tide turns at noon"}],
     "decisions": [],
     "actionItems": [
       {"text": "Bring the rope, lanterns, and notebook.", "who": null, "when": null,
        "quote": "Bring the long rope, two lanterns and the blue notebook"},
       {"text": "Ask Marta about the ferry.", "who": null, "when": null,
        "quote": "ask Marta whether the ferry still stops at the old pier"}]}
    """#
}
