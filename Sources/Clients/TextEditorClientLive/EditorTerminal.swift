import Foundation
import POSIX
import TextEditorClient

/// The editor's streams: the program's, if all are a terminal, otherwise the terminal at a path.
struct EditorTerminal: ~Copyable, Sendable {
  let input: Int32
  let output: Int32
  let errors: Int32
  private let opened: Descriptor?

  init(at path: String?) throws(TextEditorFailure) {
    let streams = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    if path == nil, streams.allSatisfy({ isatty($0) == 1 }) {
      (input, output, errors) = (STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO)
      opened = nil
      return
    }
    do {
      let terminal = try Descriptor(path ?? "/dev/tty", O_RDWR | O_NOCTTY)
      (input, output, errors) = (terminal.number, terminal.number, terminal.number)
      opened = consume terminal
    } catch {
      throw .noTerminal
    }
  }
}
