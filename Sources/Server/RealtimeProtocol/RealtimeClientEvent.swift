import Foundation

public enum RealtimeClientEvent: Hashable, Sendable {
  case append([UInt8])
  case clear
  case commit
  case update(RealtimeUpdate)

  public static func id(of text: String) -> String? {
    (try? JSONDecoder().decode(Head.self, from: Data(text.utf8)))?.eventID
  }

  public init(_ text: String) throws(RealtimeProblem) {
    let data = Data(text.utf8)
    do {
      let head = try JSONDecoder().decode(Head.self, from: data)
      switch head.type {
      case "input_audio_buffer.append":
        let audio = try JSONDecoder().decode(Append.self, from: data).audio
        guard let bytes = Data(base64Encoded: audio)
        else { throw RealtimeProblem.badValue("audio", "'audio' is not valid Base64") }
        self = .append(Array(bytes))
      case "input_audio_buffer.clear": self = .clear
      case "input_audio_buffer.commit": self = .commit
      case "session.update":
        self = .update(try JSONDecoder().decode(Update<NewSessionUpdate>.self, from: data).value)
      case "transcription_session.update":
        self = .update(try JSONDecoder().decode(Update<OldSessionUpdate>.self, from: data).value)
      default:
        throw RealtimeProblem(
          "unknown_event",
          "unknown event '\(head.type.prefix(100))': this server only transcribes",
          parameter: "type")
      }
    } catch let problem as RealtimeProblem {
      throw problem
    } catch {
      throw RealtimeProblem(error)
    }
  }

  private struct Head: Decodable {
    let type: String
    let eventID: String?

    enum CodingKeys: String, CodingKey {
      case type
      case eventID = "event_id"
    }
  }

  private struct Append: Decodable {
    let audio: String
  }

  private struct Update<Session: SessionUpdate>: Decodable {
    let session: Session

    var value: RealtimeUpdate { session.update }
  }
}

protocol SessionUpdate: Decodable {
  var update: RealtimeUpdate { get }
}

extension RealtimeProblem {
  fileprivate init(_ error: any Error) {
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      self.init(path: context.codingPath, "is not valid")
    case .keyNotFound(let key, let context):
      self.init(path: context.codingPath + [key], "is missing")
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      self.init(path: context.codingPath, "is not valid")
    default:
      self.init("invalid_json", "an event must be a JSON object")
    }
  }

  private init(path: [any CodingKey], _ problem: String) {
    let parameter = path.map(\.stringValue).joined(separator: ".")
    self =
      parameter.isEmpty
      ? Self("invalid_json", "an event must be a JSON object")
      : .badValue(parameter, "'\(parameter)' \(problem)")
  }
}
