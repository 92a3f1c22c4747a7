import SharedModels

struct MemoEvent: Encodable {
  enum Event: String, Encodable {
    case deleted, edited, ended, favorite, playing, renamed, restored, tagged, trashed, unchanged
    case wouldDelete, wouldTrash
  }

  let event: Event
  let id: String
  let title: String
  var duration: Double?
  var favorite: Bool?
  var oldTitle: String?
  var tags: [String]?
  var words: Int?

  init(_ event: Event, _ recording: Recording) {
    self.event = event
    id = recording.id.text
    title = recording.title
  }
}
