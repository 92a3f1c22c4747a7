import AudioFileClient
import Foundation
import Testing

@Suite struct AudioFileErrorTests {
  static let errors: [AudioFileError] = [
    .changed(path: "a.wav"), .damaged(path: "a.wav", format: "FLAC"),
    .destinationExists(path: "a.wav"), .empty(path: "a.wav"),
    .io(path: "a.wav", reason: "Input/output error"), .isDirectory(path: "a.wav"),
    .missing(path: "a.wav"), .noSpace(path: "a.wav"), .notAudio(path: "a.wav"),
    .notRegularFile(path: "a.wav"), .noTrack(path: "a.wav", count: 1),
    .noTrack(path: "a.wav", count: 3), .permissionDenied(path: "a.wav"),
    .unsupported(path: "a.wav", format: "m4a", hint: "install ffmpeg"),
  ]

  @Test("each error is one line that names its file", arguments: errors)
  func oneLine(error: AudioFileError) {
    #expect(error.path == "a.wav")
    #expect(error.description.contains("a.wav"))
    #expect(!error.description.contains("\n"))
    #expect(error.localizedDescription == error.description)
  }

  @Test("each error has a different description")
  func distinct() {
    #expect(Set(Self.errors.map(\.description)).count == Self.errors.count)
  }

  @Test("line breaks, control and direction characters in a name are escaped")
  func escaping() {
    let error = AudioFileError.missing(path: "a\nb\u{1B}[31m\u{202E}c\u{2028}.wav")
    #expect(error.description.hasPrefix("a\\nb\\u{1B}[31m\\u{202E}c\\u{2028}.wav does not exist"))
  }

  @Test("spaces, accents and emoji in a name stay as they are")
  func readableNames() {
    let error = AudioFileError.empty(path: "été 👩‍👧 talk.wav")
    #expect(error.description.hasPrefix("été 👩‍👧 talk.wav is empty"))
  }

  @Test("an unsupported format error has its hint")
  func hint() {
    let error = AudioFileError.unsupported(
      path: "talk.m4a", format: "m4a", hint: "install ffmpeg, for example 'sudo apt install ffmpeg'"
    )
    #expect(
      error.description
        == "cannot read talk.m4a (m4a): install ffmpeg, for example 'sudo apt install ffmpeg'")
  }
}
