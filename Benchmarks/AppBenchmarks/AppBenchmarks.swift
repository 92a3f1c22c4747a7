import AppFeature
import BenchmarkSupport
import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import Foundation
import PlaybackFeature
import RecordingsListFeature
import SharedModels
import Styleguide
import TerminalUI

/// The app, from a key to the bytes for the terminal, with a library of 100,000 memos.
@main
enum AppBenchmarks {
  @MainActor
  static func main() {
    let app = App()
    app.printBytes()
    BenchmarkSupport.run([app.suite])
  }
}

/// The app on a simulated terminal of 120x40.
@MainActor
private final class App {
  private static let count = 100_000
  private let size = Size(width: 120, height: 40)
  private let list: StoreOf<AppFeature>
  private let memo: StoreOf<AppFeature>
  private let wordCount: Int

  init() {
    let memos = (0..<Self.count).map { number in
      Recording.preview(
        id: Recording.ID(UUID()),
        title: number.isMultiple(of: 10) ? "会議の録音 \(number)" : "Talk number \(number)",
        date: Date(timeIntervalSince1970: 1_790_000_000 - Double(number)),
        duration: .seconds(number % 4_000))
    }
    let recordings = Shared(value: IdentifiedArray(uncheckedUniqueElements: memos))
    func store(_ path: [AppFeature.Path.State]) -> StoreOf<AppFeature> {
      Store(initialState: Self.state(recordings, path)) {
        AppFeature()
      } withDependencies: {
        $0.context = .preview
        $0.database = .inMemory()
      }
    }
    list = store([])
    let words = (0..<9_000).map { "word\($0)" }.joined(separator: " ")
    let transcription = Transcription.preview(words)
    wordCount = transcription.words.count
    let opened = Shared(recordings[id: memos[0].id]).map { recording in
      var state = PlaybackFeature.State(recording: recording)
      state.transcript = .loaded(Transcript(transcription))
      return AppFeature.Path.State.playback(state)
    }
    memo = store(opened.map { [$0] } ?? [])
  }

  private static func state(
    _ recordings: Shared<IdentifiedArrayOf<Recording>>, _ path: [AppFeature.Path.State]
  ) -> AppFeature.State {
    var state = AppFeature.State(recordings: recordings)
    state.phase = .running
    state.recordingsList.list.selection = count / 2
    state.path = StackState(path)
    return state
  }

  var suite: Suite {
    var suite = Suite("The app, 100,000 memos, 120x40")
    compare("key to frame", &suite) { app, repetition in
      app.press(repetition.isMultiple(of: 2) ? .down : .up)
    }
    compare("scroll by a page", &suite) { app, repetition in
      app.press(repetition % 200 < 100 ? .pageDown : .pageUp)
    }
    compare("highlight the next word, 9,000 words", &suite) { app, repetition in
      app.light(repetition % app.wordCount)
    }
    compareFind(&suite)
    compareRows(&suite)
    return suite
  }

  /// Another letter of a search in a memo of an hour.
  private func compareFind(_ suite: inout Suite) {
    let text = memo.path.last?.playback?.transcript.loaded?.text ?? ""
    let words = ["word8", "word89"]
    suite.compare(
      "a letter of a search, \(wordCount.grouped) words", aim: .under(.milliseconds(20)),
      to: "Foundation searching the text",
      baseline: {
        for repetition in 0..<$0 {
          var rest = text.startIndex..<text.endIndex
          while let match = text.range(
            of: words[repetition % 2], options: [.caseInsensitive, .diacriticInsensitive],
            range: rest)
          {
            rest = match.upperBound..<text.endIndex
          }
          blackHole(rest)
        }
      },
      subject: { repetitions in
        MainActor.assumeIsolated {
          for repetition in 0..<repetitions { self.look(for: words[repetition % 2]) }
        }
      })
  }

  private func look(for words: String) {
    guard let id = memo.path.ids.last
    else { return }
    memo.send(.path(.element(id: id, action: .playback(.findButtonTapped))))
    memo.send(
      .path(.element(id: id, action: .playback(.findChanged(TextFieldState(words))))))
  }

  /// A list update for each new segment, because the list shows the transcription's progress.
  private func compareRows(_ suite: inout Suite) {
    let arrangement = Arrangement(order: .title)
    let memos = list.state.recordings
    var changed = memos
    changed[memos.count / 2].transcription = .running(progress: 0.5)
    suite.compare(
      "a new segment of a transcript, in the background", aim: .under(.milliseconds(20)),
      to: "recreating the rows",
      baseline: { for _ in 0..<$0 { blackHole(arrangement.rows(of: changed)) } },
      subject: { for _ in 0..<$0 { blackHole(Arrangement.hasSameRows(memos, changed)) } })
  }

  /// Compared with drawing the whole frame, as a program without a previous frame does.
  private func compare(
    _ name: String, _ suite: inout Suite, step: @escaping @MainActor (App, Int) -> Frame
  ) {
    func run(_ isWhole: Bool) -> (Int) -> Void {
      { repetitions in
        MainActor.assumeIsolated {
          var renderer = Renderer(depth: .full)
          for repetition in 0..<repetitions {
            if isWhole { renderer.invalidate() }
            blackHole(renderer.render(step(self, repetition)))
          }
        }
      }
    }
    suite.compare(
      name, aim: .under(.milliseconds(5)), to: "drawing the whole frame", baseline: run(true),
      subject: run(false))
  }

  private var frame = Frame(size: .zero)

  private func press(_ key: Key) -> Frame {
    AppScreen(store: list).handle(.key(key), in: frame)
    frame = Frame(AppScreen(store: list).view, size: size)
    return frame
  }

  /// Highlights a word as playback does.
  private func light(_ word: Int) -> Frame {
    if let id = memo.path.ids.last {
      // Words of 400 ms each, one after the other.
      memo.send(
        .path(.element(id: id, action: .playback(.timeUpdated(Double(word) * 0.4 + 0.2)))))
    }
    return Frame(AppScreen(store: memo).view, size: size)
  }

  /// Prints the bytes sent to the terminal.
  func printBytes() {
    print("\n## Bytes of the app's frames, 120x40\n")
    print("| change | ours | drawing the whole frame |")
    print("|---|--:|--:|")
    for (name, frames) in [
      ("the next word is highlighted", (light(4_000), light(4_001))),
      ("the next memo is selected", (press(.up), press(.down))),
      ("the list scrolls by a page", (press(.pageDown), press(.pageDown))),
    ] {
      var renderer = Renderer(depth: .full)
      _ = renderer.render(frames.0)
      let difference = renderer.render(frames.1).count
      renderer.invalidate()
      print("| \(name) | \(difference) | \(renderer.render(frames.1).count) |")
    }
  }
}
