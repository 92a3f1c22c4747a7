import Foundation
import SpeechClient

/// What one request consists of: its sound on the way to the engine, and its end.
extension Engine {
  func take(_ event: EngineEvent) {
    work?.eventCount += 1
    switch event {
    case .want(let duration):
      work?.wanted = duration
      work?.creditWaiter?.resume()
      work?.creditWaiter = nil
    case .error(let failure):
      finish(throwing: failure)
    case .canceled:
      finish(throwing: SpeechClient.Failure.taskError)
    case .done(let summary):
      finish(returning: summary)
    default:
      work?.handle(event)
    }
  }

  /// Ends a request before its time.
  func stop(_ id: String, _ error: any Error) {
    guard work?.id == id
    else { return }
    tell(.cancel, id)
    let (process, limit) = (process, settings.cancelGrace)
    grace[id] = Task {
      try await Task.sleep(for: limit)
      process.kill(because: "it did not stop when it was told to")
    }
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

  /// Kills a process that hangs. One that waits for sound may be silent as long as it likes.
  func watch(_ id: String) async throws {
    var last = -1
    while let work, work.id == id {
      if work.eventCount == last, work.hasEnded || work.creditWaiter != nil {
        process.kill(because: "it said nothing for \(settings.silenceLimit)")
        return
      }
      last = work.eventCount
      try await Task.sleep(for: settings.silenceLimit)
    }
  }

  func feed(_ samples: SpeechAudio.Samples, to id: String) async {
    do {
      for try await piece in samples {
        guard work?.id == id, work?.hasEnded == false
        else { return }
        work?.hasTakenSamples = true
        work?.unsent = piece[...]
        while work?.id == id, work?.unsent.isEmpty == false {
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

  /// Waits until the engine is ready to hold more, and tells how many samples; `nil` if the
  /// request is over.
  private func credit(_ id: String) async -> Int? {
    while let work, work.id == id, !work.hasEnded {
      let seconds = min(work.wanted / .seconds(1), 1e9)
      let limit = Int(seconds * Double(SpeechAudio.sampleRate)) - work.sentCount
      if limit > 0 { return limit }
      await withCheckedContinuation { self.work?.creditWaiter = $0 }
    }
    return nil
  }

  /// Sends samples that wait, as many as the limit allows.
  func send(_ limit: Int, of id: String) {
    var limit = limit
    while limit > 0, let unsent = work?.unsent, !unsent.isEmpty {
      let piece = unsent.prefix(min(limit, Self.largestPiece))
      work?.unsent = unsent.dropFirst(piece.count)
      work?.sentCount += piece.count
      limit -= piece.count
      let bytes = encoded(piece)
      tell(.audio(byteCount: bytes.count), id, followedBy: bytes)
    }
  }

  func tell(
    _ operation: EngineRequest.Operation, _ id: String, followedBy bytes: Data = Data()
  ) {
    // Encoding strings and whole numbers does not fail.
    if let line = try? EngineRequest(operation, id: id).line {
      process.write(line, followedBy: bytes)
    }
  }
}
