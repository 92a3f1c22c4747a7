import RealtimeProtocol
import SoundReceiving
import WebSocketServer

/// What is said with one client. It is listened to while transcripts are made, one after the other.
struct RealtimeConversation: Sendable {
  private let fail: @Sendable (String) -> Void
  private let limits: RealtimeLimits
  private let model: String?
  private let output: RealtimeOutput
  private let socket: WebSocket

  /// - Parameters:
  ///   - model: The model that the client names in the address.
  ///   - fail: Told what went wrong here.
  init(
    _ socket: WebSocket, _ output: RealtimeOutput, model: String?, _ limits: RealtimeLimits,
    _ fail: @escaping @Sendable (String) -> Void
  ) {
    self.fail = fail
    self.limits = limits
    self.model = model
    self.output = output
    self.socket = socket
  }

  /// Answers until the client is gone. What is not transcribed by then is for nobody.
  func run() async throws {
    let (items, queue) = AsyncStream.makeStream(
      of: RealtimeItem.self, bufferingPolicy: .bufferingOldest(limits.waitingCount))
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        let transcriber = RealtimeTranscriber(output, fail)
        for await item in items { try await transcriber.transcribe(item) }
      }
      var listener = RealtimeListener(output, queue, model: model, limits, fail)
      try await listener.begin()
      while let message = try await socket.next() { try await listener.hear(message) }
    }
  }
}

/// Sound of which a transcript is to be made.
struct RealtimeItem: Sendable {
  let id: String
  let hasLogProbabilities: Bool
  let sound: ReceivedSound
  let transcription: RealtimeTranscription
}
