import ConcurrencyExtras
import Dependencies
import SharedModels
import TerminalClient
import TranscriptExport

/// Prints the texts of files to standard output, each while it is recognized.
final class TranscriptPrinter: Sendable {
  private let state = LockIsolated(State())
  private let terminal: TerminalClient

  private struct State {
    var isFirst = true
    var printed = ""
    var stream: TextStream?
  }

  init() {
    @Dependency(\.terminal) var terminal
    self.terminal = terminal
  }

  func print(_ segments: [Segment], of recording: Recording) throws {
    try print { state in
      var stream = state.stream ?? TextStream(duration: recording.duration)
      defer { state.stream = stream }
      return stream.text(adding: segments)
    }
  }

  func finish(_ text: String) throws {
    try print { state in
      let printed = state.printed.utf8
      // The text differs if it was edited in the meantime.
      return text.utf8.starts(with: printed)
        ? String(decoding: text.utf8.dropFirst(printed.count), as: UTF8.self) : "\n\n\(text)"
    }
    endFile()
  }

  func interrupt() {
    guard !state.value.printed.isEmpty
    else { return }
    try? terminal.print(text: "\n", to: .output)
    endFile()
  }

  private func endFile() {
    state.withValue { $0 = State(isFirst: false) }
  }

  private func print(_ next: (inout State) -> String) throws {
    let text = state.withLock { state in
      let isBeginning = state.printed.isEmpty
      let text = next(&state)
      state.printed += text
      return isBeginning && !state.isFirst ? "\n\(text)" : text
    }
    if !text.isEmpty { try terminal.print(text: text, to: .output) }
  }
}
