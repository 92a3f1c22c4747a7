import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import SharedModels
import TerminalClient

extension RecordingsListFeature {
  public enum MemoCopy: Equatable, Sendable {
    case links, texts
  }

  func copy(_ what: MemoCopy, _ state: State) -> Effect<Action> {
    let recordings = state.targetIDs.compactMap { state.recordings[id: $0] }
    guard !recordings.isEmpty
    else { return .none }
    return .run { send in
      do {
        let text: String
        switch what {
        case .links: text = recordings.map { DeepLink(to: $0).text }.joined(separator: "\n")
        case .texts: text = try await self.text(of: recordings)
        }
        guard !text.isEmpty
        else { return await send(.delegate(.notice("There is no text to copy."))) }
        try await terminal.copyToClipboard(text)
        await send(
          .delegate(
            .notice("\(what.noun(recordings.count)) sent to the terminal's clipboard.")))
      } catch {
        await send(.delegate(.notice("Nothing was copied: \(error)")))
      }
    }
  }

  private func text(of recordings: [Recording]) async throws -> String {
    var texts: [String] = []
    for recording in recordings {
      guard let text = try await database.transcription(of: recording.id)?.text, !text.isEmpty
      else { continue }
      texts.append(recordings.count > 1 ? "\(recording.displayTitle)\n\n\(text)" : text)
    }
    return texts.joined(separator: "\n\n")
  }
}

extension RecordingsListFeature.MemoCopy {
  fileprivate func noun(_ count: Int) -> String {
    switch self {
    case .links: count == 1 ? "The link was" : "\(count.grouped) links were"
    case .texts: count == 1 ? "The text was" : "The texts were"
    }
  }
}

extension ChoicePrompt<RecordingsListFeature.MemoCopy>.State {
  static func copy(memoCount: Int) -> Self {
    let isOne = memoCount == 1
    return Self(
      "Copy",
      choices: [
        .init(isOne ? "The text" : "The texts of \(memoCount.grouped) memos", value: .texts),
        .init(isOne ? "A link to the memo" : "Links to \(memoCount.grouped) memos", value: .links),
      ],
      selection: .texts, remark: "Uses the terminal's clipboard, if the terminal allows it.")
  }
}
