import Dependencies
import ImportCore
import SharedModels
import SharedSettings
import SoundReceiving
import SpeechClient
import WyomingProtocol

/// One client's connection. Nothing is stored.
public struct WyomingConversation: Sendable {
  private let limits: WyomingLimits
  private let models: WyomingModels
  private let read: @Sendable () async throws -> ArraySlice<UInt8>?
  private let setBusy: @Sendable (Bool) -> Void
  private let write: @Sendable ([UInt8]) async throws -> Void

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.speechClient) private var speechClient

  /// `read` returns `nil` at the end, and must not lose bytes on cancellation. `setBusy` gets
  /// `true` at the first audio, and `false` after its transcript.
  public init(
    _ models: WyomingModels, limits: WyomingLimits = WyomingLimits(),
    read: @escaping @Sendable () async throws -> ArraySlice<UInt8>?,
    write: @escaping @Sendable ([UInt8]) async throws -> Void,
    setBusy: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.limits = limits
    self.models = models
    self.read = read
    self.setBusy = setBusy
    self.write = write
  }

  /// Runs until the client disconnects. Sends errors to the client before it throws them.
  public func run() async throws {
    do {
      try await converse()
    } catch is ClientDisconnected {
      // No client is left to answer.
    } catch {
      try Task.checkCancellation()
      try? await send(.error(Self.clientMessage(error)))
      throw error
    }
  }

  /// Hides errors that may contain paths: anyone may be a client.
  private static func clientMessage(_ error: any Error) -> String {
    switch error {
    case let error as WyomingError: error.description
    case let problem as WyomingProblem: problem.description
    default: "the audio could not be transcribed: check the server's log"
    }
  }

  private func converse() async throws {
    var parser = WyomingParser(limits.event)
    var bytes: ArraySlice<UInt8> = []
    var asked = WyomingRequest.Transcribe()
    var sound: ReceivedAudio?
    // Measured by events: sending a byte now and then must not keep a connection open.
    var waited = clock.stopwatch()
    while true {
      guard let event = try parser.next(from: &bytes)
      else {
        let rest = limits.idleTimeout - waited()
        guard let more = try await within(rest, orThrow: WyomingProblem.timedOut, read)
        else { return }
        bytes = more
        continue
      }
      defer { waited = clock.stopwatch() }
      switch try WyomingRequest(event) {
      case .describe:
        try await send(.info(await models.program()))
      case .ping(let text):
        try await send(.pong(text: text))
      case .transcribe(let wanted):
        asked = wanted
      case .audioStart(let format):
        sound = try await received(format)
      case .audioChunk(let format, let samples):
        if sound == nil { sound = try await received(format) }
        guard sound?.format == ReceivedAudio.Format(format)
        else { throw WyomingProblem.changedFormat }
        do {
          try await sound?.add(samples)
        } catch is ReceivedAudio.LimitExceeded {
          throw WyomingProblem.audioTooLong
        }
      case .audioStop:
        guard let received = sound
        else { throw WyomingProblem.noAudio }
        sound = nil
        let wanted = asked
        asked = WyomingRequest.Transcribe()
        bytes += try await whileConnected { try await transcribe(received, wanted) }
        setBusy(false)
      case nil:
        break
      }
    }
  }

  private func received(_ format: WyomingAudioFormat) async throws -> ReceivedAudio {
    setBusy(true)
    return try await ReceivedAudio(
      ReceivedAudio.Format(format), seconds: limits.seconds, byteCount: limits.byteCount)
  }

  @discardableResult
  private func within<Value: Sendable>(
    _ duration: Duration, orThrow error: some Error,
    _ work: @escaping @Sendable () async throws -> Value?
  ) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await clock.sleep(for: duration)
        throw error
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  private func transcribe(
    _ sound: ReceivedAudio, _ asked: WyomingRequest.Transcribe
  ) async throws {
    let wanted = try await models.request(asked)
    var sound = sound
    var transcript = ChunkedTranscript(language: wanted.settings.language)
    if let (audio, duration) = try await sound.finished() {
      let request = TranscriptionRequest(
        audio: audio, duration: duration, likelyLanguages: await LikelyLanguages().ofLibrary(),
        model: wanted.model, settings: wanted.settings)
      var isFinished = false
      for try await event in speechClient.transcribe(request) {
        for event in transcript.events(for: event) { try await send(event) }
        if case .finished = event { isFinished = true }
      }
      try Task.checkCancellation()
      guard isFinished
      else { throw SpeechClient.Failure.taskError }
    }
    for event in transcript.end() { try await send(event) }
  }

  /// - Throws: ``ClientDisconnected`` also if the client doesn't accept the event.
  private func send(_ event: WyomingEvent) async throws {
    let bytes = try event.encoded()
    try await within(limits.idleTimeout, orThrow: ClientDisconnected()) { try await write(bytes) }
  }

  private struct ClientDisconnected: Error {}

  private enum Turn {
    case end
    case read(ArraySlice<UInt8>?)
  }

  /// Returns the bytes received during the work. Throws if the client disconnects.
  private func whileConnected(
    _ work: @escaping @Sendable () async throws -> Void
  ) async throws -> ArraySlice<UInt8> {
    try await withThrowingTaskGroup(of: Turn.self) { group in
      defer { group.cancelAll() }
      var (bytes, isDone): (ArraySlice<UInt8>, Bool) = ([], false)
      group.addTask {
        try await work()
        return .end
      }
      group.addTask { .read(try await read()) }
      do {
        while let turn = try await group.next() {
          switch turn {
          case .end:
            isDone = true
            group.cancelAll()
          case .read(let more?):
            bytes += more
            if !isDone, bytes.count < limits.waitingByteCount {
              group.addTask { .read(try await read()) }
            }
          case .read(nil):
            guard isDone
            else { throw ClientDisconnected() }
          }
        }
      } catch is CancellationError where isDone {
        try Task.checkCancellation()
      }
      return bytes
    }
  }
}

extension ReceivedAudio.Format {
  fileprivate init(_ format: WyomingAudioFormat) {
    self.init(rate: format.rate, width: format.width, channels: format.channels)
  }
}
