import ComposableArchitecture
import ComposableTerminal
import SharedModels
import TerminalClient

extension PlaybackFeature {
  public enum CopyTarget: Equatable, Sendable {
    case link, memo, segment, word

    var noun: String {
      switch self {
      case .link: "The link"
      case .memo: "The text"
      case .segment: "The segment"
      case .word: "The word"
      }
    }
  }

  func copy(_ target: CopyTarget, _ state: State) -> Effect<Action> {
    state.text(of: target).map { copy($0, as: target.noun) } ?? .none
  }

  /// Copies to the terminal's clipboard, which may be on another machine.
  func copy(_ text: String, as noun: String) -> Effect<Action> {
    .run { send in
      do {
        try await terminal.copyToClipboard(text)
        await send(.delegate(.notice("\(noun) was sent to the terminal's clipboard.")))
      } catch {
        await send(.delegate(.notice("\(noun) was not copied: \(error)")))
      }
    }
  }
}

extension PlaybackFeature.State {
  func text(of target: PlaybackFeature.CopyTarget) -> String? {
    let loaded = transcript.loaded
    switch target {
    case .link:
      return DeepLink(to: recording, at: linkedTime).text
    case .memo:
      return loaded?.text
    case .segment:
      return loaded?.segment(ofWord: focusedWord)
        .flatMap { loaded?.transcription.segments[$0].text }
    case .word:
      guard let words = loaded?.transcription.words, !words.isEmpty
      else { return nil }
      return words[focusedWord ?? 0].text
    }
  }

  /// The start of the chosen or current word, or the paused position; `nil` at the beginning.
  private var linkedTime: Duration? {
    guard selectedWordIndex != nil || currentTime > 0
    else { return nil }
    return (selectedWordIndex ?? currentWordIndex)
      .flatMap { transcript.loaded?.transcription.words[$0].start }
      ?? Duration(secondsToMillisecond: currentTime)
  }
}

extension ChoicePrompt<PlaybackFeature.CopyTarget>.State {
  static func copy(hasText: Bool) -> Self {
    Self(
      "Copy",
      choices: (hasText
        ? [
          .init("The segment", value: .segment), .init("The word", value: .word),
          .init("The whole text", value: .memo),
        ] : [])
        + [.init("A link to this position", value: .link)],
      selection: hasText ? .segment : .link,
      remark: "Uses the terminal's clipboard, if the terminal allows it.")
  }
}
