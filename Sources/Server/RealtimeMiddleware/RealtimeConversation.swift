import RealtimeProtocol
import SoundReceiving
import WebSocketServer

/// One client's session. Audio is received while transcripts are made, one at a time.
struct RealtimeConversation: Sendable {
  private let fail: @Sendable (String) -> Void
  private let limits: RealtimeLimits
  private let model: String?
  private let output: RealtimeOutput
  private let socket: WebSocket

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

  /// Runs until the client disconnects; transcripts still pending then are discarded.
  func run() async throws {
    let (items, queue) = AsyncStream.makeStream(
      of: RealtimeItem.self, bufferingPolicy: .bufferingOldest(limits.waitingCount))
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        let transcriber = RealtimeTranscriber(output, fail)
        for await item in items { try await transcriber.transcribe(item) }
      }
      var handler = RealtimeEventHandler(output, queue, model: model, limits, fail)
      try await handler.begin()
      while let message = try await socket.next() { try await handler.handle(message) }
    }
  }
}

struct RealtimeItem: Sendable {
  let id: String
  let hasLogProbabilities: Bool
  let sound: ReceivedAudio
  let transcription: RealtimeTranscription
}
