import Foundation
import SharedModels
import Testing

@Suite("Recording")
struct RecordingTests {
  @Test("Tags are kept in order, each once, blank ones never")
  func tags() {
    var recording = Recording.preview()
    recording.tags = ["b", "a", "b", " ", ""]
    #expect(recording.tags == ["b", "a"])
    recording.tags.append("a")
    recording.tags.append("c")
    #expect(recording.tags == ["b", "a", "c"])
  }

  @Test("A typed title is one line and not empty")
  func typedTitle() {
    #expect(Recording.title(typed: "One") == "One")
    #expect(Recording.title(typed: "One\n\ntwo\r\n") == "One two")
    for text in ["", " ", "\n", " \t\n "] { #expect(Recording.title(typed: text) == nil) }
  }

  @Test("A memo without a title is called something")
  func displayTitle() {
    #expect(Recording.preview(title: "One").displayTitle == "One")
    #expect(Recording.preview(title: "").displayTitle == "Untitled")
  }

  @Test("IDA-15 a mock has every field that it can have, under an id that does not change")
  func mocks() throws {
    #expect(
      Recording.mock.id.rawValue.uuidString == "00000000-0000-0000-0000-000000000001")
    func emptyFields(_ mock: Any) -> [String?] {
      Mirror(reflecting: mock).children
        .filter { ["", "[]", "nil", "false"].contains("\($0.value)") }
        .map(\.label)
    }
    // It is not in the trash, and its transcript has no edits, speakers, or repairs.
    #expect(emptyFields(Recording.mock) == ["trashedAt"])
    #expect(emptyFields(Transcription.mock) == ["editedAt", "repairs", "speakers"])
    let data = try JSONEncoder().encode(Recording.mock)
    #expect(try JSONDecoder().decode(Recording.self, from: data) == .mock)
  }

  @Test("IDA-15 a transcript's mock belongs to the recording's")
  func mockedTranscript() {
    #expect(Transcription.mock.id.rawValue == Recording.mock.id.rawValue)
    #expect(Transcription.mock.createdAt > Recording.mock.date)
    #expect(Transcription.mock.words.allSatisfy { $0.end <= Recording.mock.duration })
    #expect(Transcription.preview("one two three").words.count == 3)
    #expect(Transcription.preview("").segments.isEmpty)
  }

  @Test("IDA-15 previews differ from the mock in text, and in audio by ID")
  func previews() throws {
    let memos = try (2...4).map { number in
      let uuid = try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000\(number)"))
      return Recording.preview(id: Recording.ID(uuid), title: "Memo \(number)")
    }
    #expect(memos.map(\.title) == ["Memo 2", "Memo 3", "Memo 4"])
    #expect(memos.allSatisfy { $0.date == Recording.mock.date })
    #expect(memos.allSatisfy { $0.audio.sha256.count == 64 })
    #expect(Set(memos.map(\.audio.sha256)).count == 3)
    #expect(Set(memos.map(\.audio.fileName)).count == 3)
  }

  @Test("IDA-12 a recording's id is its own type around a UUID")
  func id() {
    let uuid = UUID()
    #expect(Recording.ID(uuid).rawValue == uuid)
    #expect(Transcription.ID(uuid).rawValue == uuid)
  }

  @Test("IDA-13 an id prints as its UUID")
  func idPrints() {
    #expect("\(Recording.mock.id)" == "00000000-0000-0000-0000-000000000001")
  }

  @Test(
    "Formats are guessed from extensions and give one back",
    arguments: [
      ("WAV", AudioFormat.wav, "wav"), ("ogg", .vorbis, "ogg"), ("mp4", .m4a, "m4a"),
      ("mkv", .matroska, "mkv"), ("mka", .matroska, "mkv"), ("weba", .webm, "webm"),
      ("aifc", .aiff, "aiff"), ("", .unknown, "audio"),
      ("xyz", AudioFormat(rawValue: "xyz"), "xyz"),
    ])
  func formats(fileExtension: String, format: AudioFormat, written: String) {
    #expect(AudioFormat(fileExtension: fileExtension) == format)
    #expect(format.fileExtension == written)
  }

  @Test("Matroska, WebM, and Ogg have their media types, whatever their codec is")
  func mediaTypes() {
    #expect(AudioFormat.matroska.mediaType == "audio/x-matroska")
    #expect(AudioFormat.webm.mediaType == "audio/webm")
    #expect([AudioFormat.ogg, .opus, .vorbis].allSatisfy { $0.mediaType == "audio/ogg" })
  }

  @Test("Only a queued or running transcription is pending")
  func pending() {
    let states: [TranscriptionState] = [
      .none, .queued, .running(progress: 0), .done, .failed(reason: ""), .cancelled,
      .unknown(status: "x"),
    ]
    #expect(states.filter(\.isPending) == [.queued, .running(progress: 0)])
    #expect(states.map { TranscriptionState(status: $0.status) } == states)
  }

  @Test("The size of all audio files saturates")
  func audioByteCount() {
    func memos(_ byteCounts: Int64...) -> [Recording] {
      byteCounts.map { byteCount in
        var memo = Recording.mock
        memo.audio.byteCount = byteCount
        return memo
      }
    }
    #expect(memos().audioByteCount == 0)
    #expect(memos(1, 2, -5).audioByteCount == 3)
    #expect(memos(.max, .max).audioByteCount == .max)
  }
}
