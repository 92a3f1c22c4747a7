import Dependencies
import OpenAIHelpers
import ServerRouter
import SharedSettings
import Sharing
import SpeechClient
import WebSocketProtocol
import WebSocketServer

/// What is said with one client, from its first sound to its leaving.
struct LiveConversation: Sendable {
  @Dependency(\.speechClient) private var speechClient

  private let fail: @Sendable (String) -> Void
  private let socket: WebSocket

  /// How many messages of sound may wait for the engine. Of what comes faster than it listens, the
  /// oldest is passed over: who speaks wants to see the words of now.
  private static let waitingCount = 600

  init(_ socket: WebSocket, _ fail: @escaping @Sendable (String) -> Void) {
    self.fail = fail
    self.socket = socket
  }

  /// Hears and tells until the client is gone. A text `end` ends its sound: the last words follow, and
  /// then the connection is closed.
  func run() async throws {
    let (sound, heard) = AsyncStream.makeStream(
      of: [Float].self, bufferingPolicy: .bufferingNewest(Self.waitingCount))
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await tell(of: sound) }
      // Where it fails, no more is to be told: to end the sound would have the engine say its last.
      group.addTask { try await hear(heard) }
      // The words after the end of the sound are waited for, the end of a client's is not.
      while try await group.next() != nil {}
    }
  }

  private func hear(_ heard: AsyncStream<[Float]>.Continuation) async throws {
    var samples = LiveSamples()
    while let message = try await socket.next() {
      switch message {
      case .binary(let bytes): heard.yield(samples.add(bytes))
      case .text("end"): heard.finish()
      case .text:
        throw WebSocketClose(.unsupported, "send audio as binary messages, then the text 'end'")
      }
    }
    // Nobody is there to be told.
    throw WebSocketFailure.closed
  }

  private func tell(of sound: AsyncStream<[Float]>) async throws {
    let settings = SharedReader(.settings).wrappedValue
    let request = SpeechRecognitionRequest(
      audio: .samples(sound), model: settings.model, settings: settings.transcription)
    do {
      for try await result in await speechClient.startTask(request) {
        try await send(LiveEvent(result))
      }
    } catch let failure as WebSocketFailure {
      throw failure
    } catch {
      try Task.checkCancellation()
      let problem = ServerProblem(transcribing: error, named: "the audio")
      if problem.status.rawValue >= 500 { fail(problem.cause ?? problem.detail) }
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

/// Makes samples of bytes that come in whatever pieces.
struct LiveSamples {
  /// The first byte of a sample whose second one is still to come.
  private var half: UInt8?

  mutating func add(_ new: [UInt8]) -> [Float] {
    let bytes = (half.map { [$0] } ?? []) + new
    half = bytes.count.isMultiple(of: 2) ? nil : bytes.last
    return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      Float(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)) / 32_768
    }
  }
}
