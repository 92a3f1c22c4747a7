import Foundation
import SpeechClient

extension Engine {
  func waitForGreeting() async throws {
    let transport = transport
    let limit = settings.startTimeout
    let watch = kill(after: limit, because: "it was not ready within \(limit)")
    defer { watch.cancel() }
    do {
      _ = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          if greeting != nil {
            continuation.resume()
          } else if isLost {
            continuation.resume(throwing: startError)
          } else {
            greetingWaiter = continuation
          }
        }
      } onCancel: {
        transport.kill(because: "the request was canceled")
      }
    } catch {
      try Task.checkCancellation()
      throw error
    }
  }

  private var startError: any Error {
    if let startFailure { return startFailure }
    guard let end = transport.end
    else { return SpeechClient.Failure.taskError }
    return EngineLost(end: end, isAtStart: true, repairHint: settings.repairHint)
  }

  func handleLoss() {
    isLost = true
    breakLoan()
    releaseWaiter?.resume()
    releaseWaiter = nil
    grace.values.forEach { $0.cancel() }
    grace = [:]
    greetingWaiter?.resume(throwing: startError)
    greetingWaiter = nil
    if let work, let end = transport.end {
      finish(
        throwing: EngineLost(
          end: end, isAtStart: false, hasConsumedSamples: work.hasConsumedSamples))
    }
  }

  func receive(_ line: Data) async {
    guard !isBroken
    else { return }
    let message: EngineMessage
    do {
      message = try JSONDecoder().decode(EngineMessage.self, from: line)
    } catch {
      let text = String(decoding: line.prefix(80), as: UTF8.self).withoutControls
      terminate("it sent an invalid message: \(text)")
      return
    }
    if case .done(let summary) = message.event, let name = summary.models.first?.name,
      name != models.first?.name
    {
      isOutdated = true
    }
    switch (message.event, message.requestID) {
    case _ where greeting == nil:
      greetingLine = line
      handleGreeting(message)
    case _ where loan != nil:
      await forwardToBorrower(line, message)
    case (.error(let failure), nil):
      finish(throwing: failure)
    case (let event, let id?) where id == work?.id:
      await process(event)
    case (let event, let id?) where event.isLast:
      grace.removeValue(forKey: id)?.cancel()
    default:
      break
    }
  }

  func kill(after limit: Duration, because reason: String?) -> Task<Void, any Error> {
    Task { [transport] in
      try await Task.sleep(for: limit, clock: .suspending)
      transport.kill(because: reason)
    }
  }

  func terminate(_ reason: String) {
    isBroken = true
    transport.kill(because: reason)
  }

  private func handleGreeting(_ message: EngineMessage) {
    switch message.event {
    case .ready(let greeting) where greeting.protocolVersion == Self.protocolVersion:
      self.greeting = greeting
      greetingWaiter?.resume()
      greetingWaiter = nil
    case .ready(let greeting):
      let theirs = greeting.protocolVersion.map(String.init) ?? "none"
      terminate(
        "it speaks version \(theirs) of the protocol, but this program speaks version "
          + "\(Self.protocolVersion)")
    case .error(let failure):
      startFailure = failure
    default:
      terminate("its first message was '\(message.name)' instead of 'ready'")
    }
  }
}
