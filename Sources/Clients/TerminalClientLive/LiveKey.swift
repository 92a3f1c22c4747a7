public import Dependencies
import Foundation
import POSIX
public import TerminalClient

extension TerminalClient: DependencyKey {
  public static let liveValue: Self = {
    let terminal = LiveTerminal(input: STDIN_FILENO, output: STDOUT_FILENO)
    return Self(
      ask: { try await StandardInput.answer(to: $0) },
      close: { terminal.close() },
      environment: { ProcessText.environment },
      input: { try await StandardInput.next(byteLimit: $0) },
      isFile: { stream in
        let status = try? Descriptor(borrowing: stream.descriptor).status()
        return status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false
      },
      isTerminal: { isatty($0.descriptor) == 1 },
      keys: { terminal.keys() },
      lend: { try await terminal.lend(to: $0) },
      open: { try terminal.open(type: ProcessText.environment["TERM"] ?? "") },
      pipedInput: { try await StandardInput.piped(byteLimit: $0) },
      print: { text, stream in try printAll(text, to: stream.descriptor) },
      size: { terminal.size },
      suspend: { terminal.suspend() },
      write: { try await terminal.write($0) })
  }()
}

extension TerminalClient.Stream {
  fileprivate var descriptor: Int32 {
    switch self {
    case .error: STDERR_FILENO
    case .output: STDOUT_FILENO
    }
  }
}

func printAll(_ text: String, to descriptor: Int32) throws {
  do {
    try Descriptor(borrowing: descriptor).write(Array(text.utf8))
  } catch {
    switch error.code {
    case EBADF, EPIPE: throw TerminalClient.OutputClosed()
    default: throw TerminalClient.OutputFailed(reason: error.reason)
    }
  }
}
