import SharedModels

struct EventMessage: Encodable {
  var audioEndMs: Int?
  var audioStartMs: Int?
  var contentIndex: Int?
  var delta: String?
  var error: ErrorMessage?
  let eventId: String
  var item: ItemMessage?
  var itemId: String?
  var languages: [Language]?
  var logprobs: [WordProbability]?
  var previousItemId: Nullable<String>?
  var session: SessionMessage?
  var transcript: String?
  var type = ""
  var usage: Usage?

  init(eventId: String) { self.eventId = eventId }

  mutating func transcription(_ name: String, _ item: String) {
    type = "conversation.item.input_audio_transcription.\(name)"
    contentIndex = 0
    itemId = item
  }

  struct Language: Encodable {
    let code: String
  }

  struct Usage: Encodable {
    let seconds: Double
    let type = "duration"
  }
}

struct ErrorMessage: Encodable {
  let code: String
  let eventId: Nullable<String>
  let message: String
  let param: Nullable<String>
  let type: String

  init(_ problem: RealtimeProblem, cause: String?) {
    code = problem.code
    eventId = Nullable(cause)
    message = problem.message
    param = Nullable(problem.parameter)
    type = problem.kind.rawValue
  }
}

struct ItemMessage: Encodable {
  let content = [Content()]
  let id: String
  let object = "realtime.item"
  let role = "user"
  let status = "completed"
  let type = "message"

  struct Content: Encodable {
    /// Always `null`: the transcript follows in its own events.
    let transcript = Nullable<String>(nil)
    let type = "input_audio"
  }
}
