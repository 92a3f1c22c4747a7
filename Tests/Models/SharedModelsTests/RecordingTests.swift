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

  @Test("A memo without a title is called something")
  func displayTitle() {
    #expect(Recording.preview(title: "One").displayTitle == "One")
    #expect(Recording.preview(title: "").displayTitle == "Untitled")
  }

  @Test("IDA-15 mocks are the same each time and whole")
  func mocks() {
    #expect(Recording.mock == .mock)
    #expect(Recording.preview(title: "One").title == "One")
    #expect(Recording.mock.audio.sha256.count == 64)
    #expect(Transcription.mock.words.allSatisfy { $0.end <= Recording.mock.duration })
    #expect(Transcription.preview("one two three").words.count == 3)
    #expect(Transcription.preview("").segments.isEmpty)
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
      ("mkv", .webm, "webm"), ("aifc", .aiff, "aiff"), ("", .unknown, "audio"),
      ("xyz", AudioFormat(rawValue: "xyz"), "xyz"),
    ])
  func formats(fileExtension: String, format: AudioFormat, written: String) {
    #expect(AudioFormat(fileExtension: fileExtension) == format)
    #expect(format.fileExtension == written)
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
}
