import MiddlewareHelpers
import RealtimeProtocol
import ServerRouter
import SoundReceiving
import TurnDetection
import WebSocketProtocol

struct RealtimeEventHandler {
  private let limits: RealtimeLimits
  private let output: RealtimeOutput
  private let queue: AsyncStream<RealtimeItem>.Continuation

  private let id: String
  private var session = RealtimeSession()
  /// `nil` if the client marks the turns itself.
  private var detector: TurnDetector?
  /// Milliseconds of audio received before ``detector`` was created.
  private var earlier = 0
  private var sampleCount = 0
  private var samples: RealtimeSamples
  private var sound: ReceivedAudio?
  /// The next item's id, if the client already knows it.
  private var nextItem: String?
  private var lastItem: String?

  init(
    _ output: RealtimeOutput, _ queue: AsyncStream<RealtimeItem>.Continuation, model: String?,
    _ limits: RealtimeLimits
  ) {
    self.limits = limits
    self.output = output
    self.queue = queue
    id = output.id("sess")
    session.transcription?.model = model
    samples = RealtimeSamples(session.format)
    beginTurns()
  }

  func begin() async throws { try await output.send(.created(session, id: id)) }

  mutating func handle(_ message: WebSocketMessage) async throws {
    guard case .text(let text) = message
    else {
      let problem = RealtimeProblem("invalid_json", "an event must be text, not binary")
      return try await output.send(.problem(problem, cause: nil))
    }
    do {
      switch try RealtimeClientEvent(text) {
      case .append(let bytes): try await add(bytes)
      case .clear: try await clear()
      case .commit: try await commitByClient()
      case .update(let update): try await change(update)
      }
    } catch let problem as RealtimeProblem {
      try await output.send(.problem(problem, cause: RealtimeClientEvent.id(of: text)))
    }
  }

  private mutating func change(_ update: RealtimeUpdate) async throws {
    var changed = session
    update.apply(to: &changed)
    let hasSound = sound != nil || detector?.isInTurn == true
    guard changed.format == session.format || !hasSound
    else {
      throw RealtimeProblem(
        "format_in_use", "the format cannot change while there is audio: commit or clear it first")
    }
    if changed.format != session.format || changed.turns != session.turns {
      let isInTurn = detector?.isInTurn == true
      let rest = detector?.flush() ?? []
      if isInTurn { try await keep(rest) }
      earlier += sampleCount * 1_000 / session.format.rate
      if changed.format != session.format { samples = RealtimeSamples(changed.format) }
      session = changed
      beginTurns()
    }
    session = changed
    output.setIsOld(update.isOld)
    try await output.send(.updated(session, id: id))
  }

  private mutating func beginTurns() {
    sampleCount = 0
    detector = session.turns.map { turns in
      TurnDetector(
        TurnDetector.Settings(
          threshold: turns.threshold, prefix: turns.prefix, silence: turns.silence,
          longest: limits.longestTurn),
        rate: session.format.rate)
    }
  }

  private mutating func add(_ bytes: [UInt8]) async throws {
    let new = samples.add(bytes)
    sampleCount += new.count
    guard detector != nil
    else { return try await keep(new) }
    for part in detector?.add(new) ?? [] {
      switch part {
      case .started(let place):
        let item = nextItem ?? output.id("item")
        nextItem = item
        try await output.send(.speechStarted(milliseconds: milliseconds(at: place), item: item))
      case .sound(let samples):
        try await keep(samples)
      case .stopped(let place):
        let item = nextItem ?? output.id("item")
        nextItem = item
        try await output.send(.speechStopped(milliseconds: milliseconds(at: place), item: item))
        try await commit()
      }
    }
  }

  private func milliseconds(at place: Int) -> Int { earlier + place * 1_000 / session.format.rate }

  private mutating func keep(_ samples: [Int16]) async throws {
    guard !samples.isEmpty
    else { return }
    do {
      if sound == nil {
        sound = try await ReceivedAudio(
          ReceivedAudio.Format(rate: session.format.rate, width: 2, channels: 1),
          seconds: limits.seconds, byteCount: limits.byteCount)
      }
      try await sound?.add(
        samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    } catch is ReceivedAudio.LimitExceeded {
      throw RealtimeProblem(
        "input_audio_buffer_full",
        "the audio is too long for one transcript: commit or clear it, then send this again")
    } catch {
      // It may have been written in part.
      sound = nil
      let problem = ServerProblem.logged(transcribing: error, named: "the audio")
      throw RealtimeProblem("input_audio_buffer_lost", problem.detail, kind: .server)
    }
  }

  private mutating func clear() async throws {
    _ = detector?.flush()
    samples = RealtimeSamples(session.format)
    (nextItem, sound) = (nil, nil)
    try await output.send(.cleared)
  }

  private mutating func commitByClient() async throws {
    try await keep(detector?.flush() ?? [])
    let duration = sound?.duration ?? .zero
    guard duration >= limits.shortest
    else {
      throw RealtimeProblem(
        "input_audio_buffer_commit_empty",
        """
        the audio is too short to transcribe: \(duration.wholeMilliseconds) ms, and the minimum is \
        \(limits.shortest.wholeMilliseconds) ms
        """)
    }
    try await commit()
  }

  private mutating func commit() async throws {
    let (item, previous) = (nextItem ?? output.id("item"), lastItem)
    let sound = sound
    (lastItem, nextItem, self.sound) = (item, nil, nil)
    try await output.send(.committed(item: item, previous: previous))
    try await output.send(.added(item: item, previous: previous))
    try await output.send(.done(item: item, previous: previous))
    guard let sound, let transcription = session.transcription
    else { return }
    let added = queue.yield(
      RealtimeItem(
        id: item, hasLogProbabilities: session.hasLogProbabilities, sound: sound,
        transcription: transcription))
    guard case .dropped = added
    else { return }
    let problem = RealtimeProblem(
      "too_many_waiting",
      "\(limits.waitingCount) transcripts are already waiting: the server cannot keep up",
      kind: .server)
    try await output.send(.failed(problem, item: item))
  }
}
