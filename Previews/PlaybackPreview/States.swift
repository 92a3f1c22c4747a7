import AudioFileClient
import AudioPlayerClient
import ComposableArchitecture
import DatabaseClient
import Foundation
import PlaybackFeature
import PreviewHarness
import SharedModels
import SharedSettings
import UndoCore

extension PlaybackPreview {
  static var states: [Preview<PlaybackFeature>.StartingState] {
    [
      .init("usual", loaded(.mock, .mock), withDependencies: { $0.library(.mock, .mock) }),
      .init("empty", loaded(untitled, Transcription(segments: []))),
      .init(
        "long", loaded(lecture, lectureTranscript),
        withDependencies: { $0.library(lecture, lectureText) }
      ),
      .init("talk", loaded(.mock, talk), withDependencies: { $0.library(.mock, talk) }),
      .init("voices", voices) {
        $0.library(.mock, voicedTalk)
        $0.database.voices.all = { rememberedVoices }
      },
      .init("unsaved", unsaved, withDependencies: { $0.library(.mock, .mock) }),
      .init("loading", PlaybackFeature.State(recording: Shared(value: .mock))),
      .init("transcribing", transcribing),
      .init("failed", failed, withDependencies: { $0.library(.mock, .mock) }),
      .init("gone", loaded(.mock, .mock)) {
        $0.library(.mock, .mock)
        $0.audioPlayer.playFrom = { url, _ in throw AudioFileError.missing(path: url.path) }
      },
    ]
  }

  private static func loaded(
    _ recording: Recording, _ transcription: Transcription
  ) -> PlaybackFeature.State {
    loaded(recording, Transcript(transcription))
  }

  private static func loaded(
    _ recording: Recording, _ transcript: Transcript
  ) -> PlaybackFeature.State {
    var state = PlaybackFeature.State(recording: Shared(value: recording))
    state.transcript = .loaded(transcript)
    return state
  }

  private static var failed: PlaybackFeature.State {
    var state = PlaybackFeature.State(recording: Shared(value: .mock))
    state.transcript = .failed(reason: "the library is busy; try again")
    return state
  }

  private static var transcribing: PlaybackFeature.State {
    let recording = Recording.preview(transcription: .running(progress: 0.4))
    var state = PlaybackFeature.State(recording: Shared(value: recording))
    state.transcript = .missing
    return state
  }

  private static var unsaved: PlaybackFeature.State {
    let state = failed
    state.$unsavedTexts.withLock {
      $0 = [
        UnsavedText(
          .text, of: Recording.mock.id, original: "What was said before.\n",
          text: "What was typed in the editor.\n")
      ]
    }
    return state
  }

  private static var voices: PlaybackFeature.State {
    @Shared(.settings) var settings
    $settings.withLock { $0.speakers = .remember }
    return loaded(.mock, voicedTalk)
  }

  private static var voicedTalk: Transcription {
    var transcription = talk
    for index in transcription.speakers.indices {
      transcription.speakers[index].voice = Voice(
        model: "preview", embedding: index == 0 ? [1, 0] : [0, 1])
    }
    return transcription
  }

  nonisolated private static let rememberedVoices = ["Ben", "Carla"].map {
    RememberedVoice(
      name: $0, voice: Voice(model: "preview", embedding: [0.6, 0.8]),
      createdAt: Date(timeIntervalSince1970: 0))
  }

  private static var talk: Transcription {
    var transcription = Transcription.mock
    let words = transcription.segments.enumerated().flatMap { index, segment in
      segment.words.map { _ in Speaker.ID(index % 2) }
    }
    let speakers = [Speaker(id: Speaker.ID(0), name: "Anna"), Speaker(id: Speaker.ID(1))]
    _ = transcription.apply(.replace(speakers, words: words))
    return transcription
  }

  private static let untitled = Recording.preview(title: "", duration: .seconds(3))

  private static let lecture = Recording.preview(title: "A lecture", duration: .seconds(3600))

  private static let lectureTranscript = Transcript(lectureText)

  private static let lectureText = Transcription(
    id: Transcription.mock.id,
    segments: (0..<720).map { sentence in
      let words = "Sentence number \(sentence + 1) of a talk that goes on and on.".split(
        separator: " ")
      return Segment(
        words: words.enumerated().map { index, word in
          let start = Duration.seconds(sentence * 5) + .milliseconds(400) * index
          return Word(text: String(word), start: start, end: start + .milliseconds(350))
        })
    })
}

extension DependencyValues {
  fileprivate mutating func library(_ recording: Recording, _ transcription: Transcription) {
    audioPlayer = .simulated(duration: recording.duration)
    database = .inMemory([TranscribedMemo(recording: recording, transcription: transcription)])
  }
}
