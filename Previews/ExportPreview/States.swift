import AudioFileClient
import ComposableArchitecture
import DatabaseClient
import ExportFeature
import ExportFilesClient
import PreviewHarness
import SharedModels

extension ExportPreview {
  static var states: [Preview<ExportFeature>.StartingState] {
    [
      state("usual", .init(recording: .mock)),
      state("empty", .init(recording: silent)),
      state("long", .init(recording: lecture)),
      state("several", .init(recordings: [.mock, lecture, waiting, .mock])),
      state("loading", .init(recording: .mock)) {
        $0.database.transcription = { _ in try await Task.never() }
      },
      state("no transcript", .init(recording: waiting)),
      state("failed", .init(recording: .mock)) {
        $0.database.transcription = { _ in throw DatabaseError.busy(path: "library.sqlite") }
      },
      state("denied", .init(recording: .mock)) {
        $0.exportFiles.write = { _, url in throw Refusal(path: url.path) }
      },
      state("gone", .init(recording: .mock)) {
        $0.audioFile.copyOut = { url, _, _ in throw AudioFileError.missing(path: url.path) }
      },
    ]
  }

  private static func state(
    _ name: String, _ state: @autoclosure @escaping () -> ExportFeature.State,
    change: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> Preview<ExportFeature>.StartingState {
    .init(name, state()) {
      $0.audioFile = .simulated()
      // An earlier export must not change this state.
      $0.defaultAppStorage = .inMemory
      $0.database = .inMemory([
        TranscribedMemo(recording: .mock, transcription: .mock),
        TranscribedMemo(recording: silent, transcription: Transcription(segments: [])),
        TranscribedMemo(recording: lecture, transcription: lectureText),
      ])
      $0.exportFiles = .inMemory(
        LockIsolated(["/home/me/A note on the budget.md": Data()]),
        folders: ["/home/me/Documents"])
      change(&$0)
    }
  }

  private static let silent = Recording.preview(
    id: id(2), title: "", duration: .seconds(3))
  private static let lecture = Recording.preview(
    id: id(3), title: "A lecture", duration: .seconds(3600))
  private static let waiting = Recording.preview(
    id: id(4), title: "A thought on the train", transcription: .running(progress: 0.42))

  private static let lectureText = Transcription(
    segments: (0..<720).map { sentence in
      let words = "Sentence number \(sentence + 1) of a talk that goes on and on.".split(
        separator: " ")
      return Segment(
        words: words.enumerated().map { index, word in
          let start = Duration.seconds(sentence * 5) + .milliseconds(400) * index
          return Word(text: String(word), start: start, end: start + .milliseconds(350))
        })
    })

  private static func id(_ number: UInt8) -> Recording.ID {
    Recording.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
  }

  private struct Refusal: Error, CustomStringConvertible {
    let path: String

    var description: String {
      "Cannot write '\(path)': permission is denied; check who owns the file and its folder."
    }
  }
}
