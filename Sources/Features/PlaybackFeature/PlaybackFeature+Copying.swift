import ComposableArchitecture
import ComposableTerminal
import SharedModels
import TerminalClient

extension PlaybackFeature {
  /// What can be copied.
  public enum CopyTarget: Equatable, Sendable {
    case link, memo, sentence, word

    var noun: String {
      switch self {
      case .link: "The link"
      case .memo: "The text"
      case .sentence: "The segment"
      case .word: "The word"
      }
    }
  }

  func copy(_ target: CopyTarget, _ state: State) -> Effect<Action> {
    state.text(of: target).map { copy($0, as: target.noun) } ?? .none
  }

  /// Gives text to the clipboard of the terminal, which may be on another machine.
  ///
  /// - Parameter noun: What it is, as the beginning of a sentence.
  func copy(_ text: String, as noun: String) -> Effect<Action> {
    .run { send in
      do {
        try await terminal.copyToClipboard(text)
        await send(.delegate(.noted("\(noun) was sent to the terminal's clipboard.")))
      } catch {
        await send(.delegate(.noted("\(noun) was not copied: \(error)")))
      }
    }
  }
}

extension PlaybackFeature.State {
  /// What is copied as that.
  func text(of target: PlaybackFeature.CopyTarget) -> String? {
    let loaded = transcript.loaded
    switch target {
    case .link:
      return DeepLink(to: recording, at: linkedTime).text
    case .memo:
      return loaded?.text
    case .sentence:
      return loaded?.segment(ofWord: focusedWord)
        .flatMap { loaded?.transcription.segments[$0].text }
    case .word:
      guard let words = loaded?.transcription.words, !words.isEmpty
      else { return nil }
      return words[focusedWord ?? 0].text
    }
  }

  /// Where the chosen word begins, or the one that is being heard, or the place where it was paused;
  /// nowhere at the beginning of a memo.
  private var linkedTime: Duration? {
    guard chosenWordIndex != nil || currentTime > 0
    else { return nil }
    return (chosenWordIndex ?? currentWordIndex)
      .flatMap { transcript.loaded?.transcription.words[$0].start }
      ?? Duration(secondsToMillisecond: currentTime)
  }
}

extension ChoicePrompt<PlaybackFeature.CopyTarget>.State {
  /// Asks what is to be copied.
  static func copy(hasText: Bool) -> Self {
    Self(
      "Copy",
      choices: (hasText
        ? [
          .init("The segment", value: .sentence), .init("The word", value: .word),
          .init("The whole text", value: .memo),
        ] : [])
        + [.init("A link to this position", value: .link)],
      selection: hasText ? .sentence : .link,
      remark: "Uses the terminal's clipboard, if the terminal allows it.")
  }
}
