import Dependencies
import MiddlewareHelpers
import RealtimeProtocol
import ServerRouter
import SharedSettings
import Sharing
import SpeechClient
import WebSocketProtocol
import WebSocketServer

struct LiveConversation: Sendable {
  @Dependency(\.speechClient) private var speechClient

  private let socket: WebSocket

  /// Waiting audio messages. The oldest are dropped: speakers want to see their latest words.
  private static let waitingCount = 600

  init(_ socket: WebSocket) {
    self.socket = socket
  }

  /// Runs until the client leaves, or sends `end`: then the last words follow, and a close.
  func run() async throws {
    let (sound, continuation) = AsyncStream.makeStream(
      of: [Float].self, bufferingPolicy: .bufferingNewest(Self.waitingCount))
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await sendTranscript(of: sound) }
      // Doesn't finish the audio on failure: the engine would then emit its final words.
      group.addTask { try await receiveAudio(continuation) }
      // Both tasks end by throwing: after the last words, or when the client leaves.
      while try await group.next() != nil {}
    }
  }

  private func receiveAudio(_ continuation: AsyncStream<[Float]>.Continuation) async throws {
    var samples = RealtimeSamples(.pcm)
    while let message = try await socket.next() {
      switch message {
      case .binary(let bytes): continuation.yield(samples.add(bytes).map { Float($0) / 32_768 })
      case .text("end"): continuation.finish()
      case .text:
        throw WebSocketClose(.unsupported, "send audio as binary messages, then the text 'end'")
      }
    }
    throw WebSocketFailure.closed
  }

  private func sendTranscript(of sound: AsyncStream<[Float]>) async throws {
    let settings = SharedReader(.settings).wrappedValue
    let request = TranscriptionRequest(
      audio: .samples(sound), likelyLanguages: await LikelyLanguages().ofLibrary(),
      model: settings.model, settings: settings.transcription)
    do {
      for try await result in await speechClient.startTask(request) {
        try await send(LiveEvent(result))
      }
    } catch let failure as WebSocketFailure {
      throw failure
    } catch {
      try Task.checkCancellation()
      let problem = ServerProblem.logged(transcribing: error, named: "the audio")
      try await send(.failed(problem.detail))
    }
    throw WebSocketClose(.normal)
  }

  private func send(_ event: LiveEvent) async throws {
    let text = try event.encoded()
    do {
      try await socket.send(.text(text))
    } catch {
      throw WebSocketFailure.closed
    }
  }
}
