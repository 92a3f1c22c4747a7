import Foundation
import SharedModels
import SpeechClient

extension Engine {
  func process(_ event: EngineEvent) async {
    work?.note(event)
    switch event {
    case .want where work?.isRepeating == true:
      break
    case .want:
      work?.creditWaiter?.resume()
      work?.creditWaiter = nil
    case .error(let failure):
      finish(throwing: failure)
    case .canceled:
      finish(throwing: SpeechClient.Failure.taskError)
    case .done(let summary):
      finish(returning: summary)
    default:
      await handle(event)
    }
  }

  private func handle(_ event: EngineEvent) async {
    guard let work
    else { return }
    let handlingStart = SuspendingClock().now
    self.work?.handlingStart = handlingStart
    do {
      try await work.handle(event, work.sentCount > 0 ? work.received : nil)
    } catch {
      if self.work?.id == work.id { finish(throwing: error) }
      terminate("\(error)")
    }
    if self.work?.id == work.id {
      self.work?.handlingStart = nil
      self.work?.lastActivity += handlingStart.duration(to: SuspendingClock().now)
    }
  }

  func stop(_ id: String, _ error: any Error) {
    guard work?.id == id
    else { return }
    sendRequest(.cancel, id)
    grace[id] = kill(after: settings.cancelGrace, because: Self.didNotStop)
    finish(throwing: error)
  }

  func finish(
    returning summary: EngineSummary? = nil, throwing error: (any Error)? = nil
  ) {
    guard let work
    else { return }
    self.work = nil
    work.feeder?.cancel()
    work.watch?.cancel()
    work.creditWaiter?.resume()
    if let summary {
      work.continuation.resume(returning: summary)
    } else {
      work.continuation.resume(throwing: error ?? SpeechClient.Failure.taskError)
    }
  }

  /// Kills a process without progress. Waits for audio or our handler don't count, nor does sleep.
  func watch(_ id: String) async throws {
    let clock = SuspendingClock()
    while let work, work.id == id {
      let limit = settings.silenceTimeout(withSound: work.received - work.reached)
      var rest = limit
      if work.isWaitingForEngine {
        rest -= work.lastActivity.duration(to: work.handlingStart ?? clock.now)
      } else {
        self.work?.lastActivity = clock.now
      }
      guard rest > .zero
      else {
        let problem = work.isRepeating ? "it repeated itself" : "it did not respond"
        transport.kill(
          because: "\(problem) for \(Duration.milliseconds(limit.wholeMilliseconds))")
        return
      }
      try await clock.sleep(for: work.handlingStart == nil ? rest : limit)
    }
  }

  func feed(_ samples: SpeechAudio.Samples, to id: String) async {
    do {
      for try await chunk in samples {
        guard work?.id == id, work?.hasEnded == false
        else { return }
        work?.hasConsumedSamples = true
        work?.unsent = chunk[...]
        while work?.id == id, work?.unsent.isEmpty == false {
          // Holds back one chunk at most, decoded while the engine takes the previous one.
          work?.wait(isSending: true)
          await transport.waitUntilWritten()
          guard work?.id == id
          else { return }
          work?.wait(isSending: false)
          guard let limit = await credit(id)
          else { return }
          send(limit, of: id)
        }
      }
      if work?.id == id { endAudio() }
    } catch {
      if !Task.isCancelled { stop(id, error) }
    }
  }

  private func credit(_ id: String) async -> Int? {
    while let work, work.id == id, !work.hasEnded {
      let seconds = min(work.wanted / .seconds(1), 1e9)
      let limit = Int(seconds * Double(SpeechAudio.sampleRate)) - work.sentCount
      if limit > 0 { return limit }
      self.work?.lastActivity = SuspendingClock().now
      await withCheckedContinuation { self.work?.creditWaiter = $0 }
    }
    return nil
  }

  func send(_ limit: Int, of id: String) {
    var limit = limit
    while limit > 0, let unsent = work?.unsent, !unsent.isEmpty {
      let chunk = unsent.prefix(min(limit, Self.largestChunk))
      work?.unsent = unsent.dropFirst(chunk.count)
      work?.sentCount += chunk.count
      limit -= chunk.count
      let bytes = encoded(chunk)
      sendRequest(.audio(byteCount: bytes.count), id, followedBy: bytes)
    }
  }

  func sendRequest(
    _ request: EngineRequest, _ id: String, followedBy bytes: Data = Data()
  ) {
    if let line = try? request.line(id: id) {
      transport.write(line, followedBy: bytes)
    }
  }
}

extension Engine.Work {
  var received: Duration {
    start + .milliseconds(sentCount * 1000 / SpeechAudio.sampleRate)
  }

  var isWaitingForEngine: Bool {
    hasEnded || creditWaiter != nil || isSending
  }

  mutating func wait(isSending: Bool) {
    self.isSending = isSending
    lastActivity = SuspendingClock().now
  }
}
