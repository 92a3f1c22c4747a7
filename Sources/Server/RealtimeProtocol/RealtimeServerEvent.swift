import Foundation
import SharedModels

public enum RealtimeServerEvent: Sendable {
  case created(RealtimeSession, id: String)
  case updated(RealtimeSession, id: String)
  case problem(RealtimeProblem, cause: String?)
  case cleared
  /// Milliseconds since the start of the session's audio.
  case speechStarted(milliseconds: Int, item: String)
  case speechStopped(milliseconds: Int, item: String)
  case committed(item: String, previous: String?)
  case added(item: String, previous: String?)
  case done(item: String, previous: String?)
  case delta(String, item: String, [WordProbability]?)
  case completed(Completed)
  case failed(RealtimeProblem, item: String)

  public struct Completed: Sendable {
    public var duration: Duration
    public var item: String
    public var language: String?
    public var probabilities: [WordProbability]?
    public var text: String

    public init(_ text: String, item: String, duration: Duration) {
      self.duration = duration
      self.item = item
      self.text = text
    }
  }

  /// - Parameter isOld: Whether the client speaks the protocol's first version.
  public func encoded(id: String, isOld: Bool) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let message = message(id: id, isOld: isOld)
    return String(decoding: try encoder.encode(message), as: UTF8.self)
  }

  private func message(id: String, isOld: Bool) -> EventMessage {
    var message = EventMessage(eventId: id)
    switch self {
    case .created(let session, let name):
      message.type = isOld ? "transcription_session.created" : "session.created"
      message.session = SessionMessage(session, id: name, isOld: isOld)
    case .updated(let session, let name):
      message.type = isOld ? "transcription_session.updated" : "session.updated"
      message.session = SessionMessage(session, id: name, isOld: isOld)
    case .problem(let problem, let cause):
      message.type = "error"
      message.error = ErrorMessage(problem, cause: cause)
    case .cleared: message.type = "input_audio_buffer.cleared"
    case .speechStarted(let milliseconds, let item):
      message.type = "input_audio_buffer.speech_started"
      message.audioStartMs = milliseconds
      message.itemId = item
    case .speechStopped(let milliseconds, let item):
      message.type = "input_audio_buffer.speech_stopped"
      message.audioEndMs = milliseconds
      message.itemId = item
    case .committed(let item, let previous):
      message.type = "input_audio_buffer.committed"
      message.itemId = item
      message.previousItemId = Nullable(previous)
    case .added(let item, let previous):
      message.type = isOld ? "conversation.item.created" : "conversation.item.added"
      message.item = ItemMessage(id: item)
      message.previousItemId = Nullable(previous)
    case .done(let item, let previous):
      message.type = "conversation.item.done"
      message.item = ItemMessage(id: item)
      message.previousItemId = Nullable(previous)
    case .delta(let text, let item, let probabilities):
      message.transcription("delta", item)
      message.delta = text
      message.logprobs = probabilities
    case .completed(let completed):
      message.transcription("completed", completed.item)
      message.transcript = completed.text
      message.languages = completed.language.map { [.init(code: $0)] }
      message.logprobs = completed.probabilities
      message.usage = .init(seconds: completed.duration.secondsToMillisecond)
    case .failed(let problem, let item):
      message.transcription("failed", item)
      message.error = ErrorMessage(problem, cause: nil)
    }
    return message
  }
}
