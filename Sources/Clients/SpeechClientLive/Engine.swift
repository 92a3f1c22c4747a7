import Foundation
import SharedModels
import SpeechClient

/// Runs one request at a time. Kills a process that doesn't stop in time after a cancellation.
actor Engine {
  static let protocolVersion = 2
  static let largestChunk = 2 * SpeechAudio.sampleRate
  static let didNotStop = "it did not stop when asked to"

  nonisolated let isBorrowed: Bool
  let settings: EngineSettings
  let transport: any EngineTransport
  var greeting: EngineGreeting?
  var greetingLine: Data?
  var greetingWaiter: CheckedContinuation<Void, any Error>?
  var startFailure: SpeechClient.Failure?
  var isBroken = false
  var isLost = false
  /// The default model was changed, and only a new process uses the new one.
  var isOutdated = false
  private var count = 0
  private let idPrefix: String
  var releaseWaiter: CheckedContinuation<Void, Never>?
  var loan: Loan?
  var work: Work?
  var grace: [String: Task<Void, any Error>] = [:]

  /// `received` is the time of the last audio received. An error ends the request and the process.
  typealias Handler = @Sendable (_ event: EngineEvent, _ received: Duration?) async throws -> Void

  struct Work {
    let id: String
    let handle: Handler
    let continuation: CheckedContinuation<EngineSummary, any Error>
    var creditWaiter: CheckedContinuation<Void, Never>?
    var feeder: Task<Void, Never>?
    var hasEnded: Bool
    var handlingStart: SuspendingClock.Instant?
    var hasConsumedSamples = false
    var isRepeating = false
    var isSending = false
    var lastActivity = SuspendingClock().now
    var marks: [EngineMark: Duration] = [:]
    var sentCount = 0
    let start: Duration
    var unsent: ArraySlice<Float> = []
    var wanted = Duration.zero
    var watch: Task<Void, any Error>?
  }

  private init(_ settings: EngineSettings, borrowed transport: BorrowedEngine) {
    isBorrowed = true
    // The engine has seen other processes' request ids.
    idPrefix = "\(UUID().uuidString)-"
    self.settings = settings
    self.transport = transport
  }

  private init(_ settings: EngineSettings) throws {
    let command = try settings.command()
    var environment = settings.environment
    environment["SPEECHMEMO_COMPUTE"] = settings.compute
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

  /// - Parameter onProcess: Called once the process runs, before it is ready.
  static func start(
    _ settings: EngineSettings, onProcess: @Sendable () -> Void
  ) async throws -> Engine {
    let engine = try Engine(settings)
    onProcess()
    engine.listen()
    try await engine.waitForGreeting()
    return engine
  }

  /// Borrows an engine of another process of this user; returns `nil` if none is usable.
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
      await self?.handleLoss()
    }
  }

  /// Hands a borrowed engine back and waits until the other process has it.
  func release() async {
    guard isBorrowed, !isLost
    else { return }
    transport.finish()
    let watch = kill(after: settings.borrowTimeout, because: nil)
    await withCheckedContinuation { releaseWaiter = $0 }
    watch.cancel()
  }

  var isReady: Bool { greeting != nil && !isBroken && !isLost && transport.end == nil }

  var info: TranscriptionEngine { greeting?.engine ?? TranscriptionEngine() }

  var device: SpeechDevice? { greeting?.device }

  var isTakingKnownWords: Bool { greeting?.isTakingKnownWords ?? false }

  var supportsSpeakerDetection: Bool { greeting?.voices != nil }

  var speakerWeights: [SpeakerWeights] { greeting?.voices?.speakerWeights ?? [] }

  var models: [SpeechModel] { greeting?.models ?? [] }

  /// The model's name; `nil` for the default. A job that began with another default keeps it.
  func model(for request: TranscriptionRequest, resuming checkpoint: TranscriptionCheckpoint?)
    -> String?
  {
    guard request.model == nil, let maker = checkpoint?.maker
    else { return request.model }
    return models.dropFirst().map(\.name).first { name in
      var request = request
      request.model = name
      return checkpointMaker(request) == maker
    }
  }

  /// All that determines the text after a checkpoint, besides its state.
  func checkpointMaker(_ request: TranscriptionRequest) -> String? {
    greeting?.checkpoints.map { form in
      let settings = request.settings
      let model = request.model ?? models.first?.name ?? ""
      var parts = [info.name, info.version, form, model]
      if settings.quality != .fast { parts.append("beam \(settings.beamSize)") }
      if settings.voiceFilter != .normal { parts.append("filter \(settings.voiceFilter.rawValue)") }
      if settings.language == nil, let languages = settings.languages {
        parts.append("of \(languages.joined(separator: ","))")
      }
      if let device, device.name != "cpu" {
        parts += [device.name, device.precision].compactMap(\.self)
      }
      return parts.joined(separator: " ")
    }
  }

  func perform(
    _ request: EngineRequest,
    samples: SpeechAudio.Samples? = nil,
    from start: Duration = .zero,
    handle: @escaping Handler
  ) async throws -> EngineSummary {
    count += 1
    let id = idPrefix + String(count)
    let line = try (isBorrowed ? request.alone : request).line(id: id)
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { continuation in
        if isLost, let end = transport.end {
          continuation.resume(throwing: EngineLost(end: end, isAtStart: false))
          return
        }
        work = Work(
          id: id, handle: handle, continuation: continuation, hasEnded: samples == nil,
          start: start)
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

  func endAudio() {
    guard let id = work?.id, work?.hasEnded == false
    else { return }
    send(.max, of: id)
    work?.hasEnded = true
    work?.lastActivity = SuspendingClock().now
    work?.feeder?.cancel()
    work?.creditWaiter?.resume()
    work?.creditWaiter = nil
    sendRequest(.end, id)
  }
}
