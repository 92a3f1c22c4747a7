import Foundation
import SharedModels
import SpeechClient

/// One engine, ours or borrowed: the way to its process, and the request that it works on.
///
/// Takes one request at a time. A request that is cancelled is over at once for its caller; the
/// process is told, and killed if it does not obey in time.
actor Engine {
  /// The version of the protocol that we speak.
  static let protocolVersion = 2
  /// How many samples go into a message at most: two seconds.
  static let largestPiece = 2 * SpeechAudio.sampleRate

  /// Whether it is another process's of this user, which lends it.
  nonisolated let isBorrowed: Bool
  let settings: EngineSettings
  let transport: any EngineTransport
  var greeting: EngineGreeting?
  var greetingLine: Data?
  var greetingWaiter: CheckedContinuation<Void, any Error>?
  var startFailure: SpeechClient.Failure?
  var isBroken = false
  var isLost = false
  private var count = 0
  private let idPrefix: String
  var releaseWaiter: CheckedContinuation<Void, Never>?
  var loan: Loan?
  var work: Work?
  var grace: [String: Task<Void, any Error>] = [:]

  /// Called with an event, and the time in the recording up to which the engine has had the sound;
  /// `nil` where it has had none.
  /// The engine's next event is taken when it has returned; a request whose handler throws is over,
  /// and so is the process.
  typealias Handler = @Sendable (_ event: EngineEvent, _ heard: Duration?) async throws -> Void

  struct Work {
    let id: String
    let handle: Handler
    let continuation: CheckedContinuation<EngineSummary, any Error>
    var creditWaiter: CheckedContinuation<Void, Never>?
    var feeder: Task<Void, Never>?
    var hasEnded: Bool
    var hasTakenSamples = false
    /// Whether an event is being handled: until then no other is taken.
    var isHandling = false
    /// Whether sound waits until the engine takes it.
    var isSending = false
    /// When the engine last gave a sign of life, or had to wait for us.
    var lastSign = SuspendingClock().now
    /// How far the engine has told that it is.
    var reached: Duration
    var sentCount = 0
    /// Where the sound begins.
    let start: Duration
    /// What was taken and waits for credit.
    var unsent: ArraySlice<Float> = []
    var wanted = Duration.zero
    var watch: Task<Void, any Error>?
  }

  private init(_ settings: EngineSettings, borrowed transport: BorrowedEngine) {
    isBorrowed = true
    // It has heard the numbers of others.
    idPrefix = "\(UUID().uuidString)-"
    self.settings = settings
    self.transport = transport
  }

  private init(_ settings: EngineSettings) throws {
    let command = try settings.command()
    var environment = settings.environment
    environment["SPEECHMEMO_THREADS"] = String(EngineSettings.coreCount)
    environment.merge(command.environment) { $1 }
    idPrefix = ""
    isBorrowed = false
    self.settings = settings
    do {
      transport = try EngineProcess(command, environment: environment)
    } catch {
      throw SpeechClient.Failure.engine(
        message: "the speech engine could not be started: \(error)",
        hint: settings.repairHint)
    }
  }

  /// Starts a process and waits until it is ready.
  static func start(_ settings: EngineSettings) async throws -> Engine {
    let engine = try Engine(settings)
    engine.listen()
    try await engine.waitForGreeting()
    return engine
  }

  /// Borrows an engine of another process of this user, and waits until it is ready.
  ///
  /// - Returns: `nil` where none is lent, or none that could be used.
  static func borrow(_ settings: EngineSettings) async throws -> Engine? {
    guard let transport = await BorrowedEngine.connect(settings)
    else { return nil }
    let engine = Engine(settings, borrowed: transport)
    engine.listen()
    do {
      try await engine.waitForGreeting()
      return engine
    } catch {
      try Task.checkCancellation()
      return nil
    }
  }

  private nonisolated func listen() {
    let lines = transport.lines
    Task { [weak self] in
      while let batch = await lines.next() {
        for line in batch { await self?.receive(line) }
      }
      await self?.lose()
    }
  }

  /// Gives it back where it is borrowed, and returns when the other process has it again. One of our
  /// own ends with its last user.
  func release() async {
    guard isBorrowed, !isLost
    else { return }
    transport.finish()
    let (transport, limit) = (transport, settings.borrowLimit)
    let watch = Task {
      try await Task.sleep(for: limit, clock: .suspending)
      transport.kill()
    }
    await withCheckedContinuation { releaseWaiter = $0 }
    watch.cancel()
  }

  /// Whether it can take a request.
  var isReady: Bool { greeting != nil && !isBroken && !isLost && transport.end == nil }

  /// What answered.
  var info: TranscriptionEngine { greeting?.engine ?? TranscriptionEngine() }

  /// Whether it tells speakers apart.
  var tellsSpeakersApart: Bool { greeting?.voices != nil }

  /// By which weights it does.
  var speakerWeights: [SpeakerWeights] { greeting?.voices?.speakerWeights ?? [] }

  var defaultModel: SpeechModel? { greeting?.models.first }

  /// Who makes its checkpoints for a model, `nil` for its own; `nil` if it makes none.
  func checkpointMaker(model: String?) -> String? {
    greeting?.checkpoints.map { form in
      [info.name, info.version, form, model ?? defaultModel?.name ?? ""].joined(separator: " ")
    }
  }

  /// Does what is asked.
  ///
  /// - Parameters:
  ///   - operation: What to do.
  ///   - samples: The sound, where the operation needs some.
  ///   - start: Where in the recording the sound begins.
  ///   - handle: Called with each event but the last, in order.
  /// - Returns: What the engine says at the end.
  func perform(
    _ operation: EngineRequest.Operation,
    samples: SpeechAudio.Samples? = nil,
    from start: Duration = .zero,
    handle: @escaping Handler
  ) async throws -> EngineSummary {
    count += 1
    let id = idPrefix + String(count)
    let line = try EngineRequest(isBorrowed ? operation.alone : operation, id: id).line
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { continuation in
        if isLost, let end = transport.end {
          continuation.resume(throwing: EngineLost(end: end, isAtStart: false))
          return
        }
        work = Work(
          id: id, handle: handle, continuation: continuation, hasEnded: samples == nil,
          reached: start, start: start)
        transport.write(line)
        if let samples {
          work?.feeder = Task { await feed(samples, to: id) }
        }
        work?.watch = Task { try await watch(id) }
      }
    } onCancel: {
      Task { await stop(id, CancellationError()) }
    }
  }

  /// Ends the sound of the present request, as if its samples had ended.
  func endAudio() {
    guard let id = work?.id, work?.hasEnded == false
    else { return }
    send(.max, of: id)
    work?.hasEnded = true
    work?.lastSign = SuspendingClock().now
    work?.feeder?.cancel()
    work?.creditWaiter?.resume()
    work?.creditWaiter = nil
    tell(.end, id)
  }
}
