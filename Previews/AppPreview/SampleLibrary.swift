import AudioRecorderClient
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Tagged
import UndoCore

enum SampleLibrary {
  static let typical: [TranscribedMemo] = [
    memo(
      1, "Ideas for the garden", tags: ["home"],
      "Roses along the wall. A bench under the old pear tree, and a path of flat stones to it."),
    memo(
      2, "Budget meeting", tags: ["work", "money"], isFavorite: true,
      "We agreed on the budget for May. Zoë sends the numbers tomorrow, and Max checks the rent."),
    memo(
      3, "会議のメモ 🎙️", tags: ["work"],
      "Then Zoë explained the budget again. Nobody had a question."),
    memo(
      4, "Call with the builder", tags: ["home"], isFavorite: true,
      "The roof is done on Friday. He needs the key to the shed before that."),
    memo(5, "A thought on the train", "What if the search knew what I meant yesterday?"),
  ]

  static var long: [TranscribedMemo] {
    (1...100_000).map {
      let recording = recording($0, "Memo \($0)", tags: [], isFavorite: false, words: $0 % 600)
      return TranscribedMemo(recording: recording, transcription: .mock)
    }
  }

  static let navigation = """
    {"path": [
      {"id": "a0000000-0000-0000-0000-000000000002", "time": 4.4},
      {"id": "a0000000-0000-0000-0000-000000000099", "time": 1}
    ], "tab": "search"}
    """

  static let typed = [
    UnsavedText(
      .title, of: recording(2, "", tags: [], isFavorite: false, words: 1).id,
      original: "Budget meeting", text: "Budget meeting of May")
  ]

  static let draft = RecoveredRecording(
    date: Date(timeIntervalSince1970: 1_767_000_000), duration: .seconds(75),
    url: URL(filePath: "/nonexistent/speechmemo/drafts/earlier.flac"))

  private static func memo(
    _ number: Int, _ title: String, tags: [String] = [], isFavorite: Bool = false, _ text: String
  ) -> TranscribedMemo {
    let spoken = Transcription.preview(text)
    let recording = recording(
      number, title, tags: tags, isFavorite: isFavorite, words: spoken.words.count)
    return TranscribedMemo(
      recording: recording,
      transcription: Transcription(
        id: Transcription.ID(recording.id.rawValue), createdAt: recording.date,
        engine: spoken.engine, language: "en", model: spoken.model, segments: spoken.segments))
  }

  private static func recording(
    _ number: Int, _ title: String, tags: [String], isFavorite: Bool, words: Int
  ) -> Recording {
    // Scripts count their own ids from zero.
    let digits = String(number)
    let text =
      "a0000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
    var recording = Recording.preview(
      id: UUID(uuidString: text).map { Recording.ID($0) } ?? Recording.mock.id, title: title,
      date: Date(timeIntervalSince1970: 1_767_000_000 + Double(number) * 3600),
      duration: .seconds(1 + words / 2))
    recording.tags = tags
    recording.isFavorite = isFavorite
    return recording
  }
}

extension DatabaseClient {
  func keep(_ title: String) async throws -> Recording {
    @Dependency(\.date.now) var now
    @Dependency(\.uuid) var uuid
    let recording = Recording.preview(
      id: Recording.ID(uuid()), title: title, date: now, duration: .seconds(60),
      transcription: .queued)
    try await insert(
      recording: recording,
      job: TranscriptionJob(
        id: TranscriptionJob.ID(uuid()), recordingID: recording.id, createdAt: now))
    return recording
  }
}
