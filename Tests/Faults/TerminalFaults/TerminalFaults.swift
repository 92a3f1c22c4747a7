import Foundation
import TerminalClient
import TerminalClientLive

/// Opens the terminal, prints its events, and runs an operation for each key, for tests that need a
/// process with its own terminal.
@main @MainActor
enum TerminalFaults {
  static func main() async {
    let terminal = TerminalClient.liveValue
    if CommandLine.arguments.dropFirst() == ["keys"] { return await readKeys(of: terminal) }
    do {
      let events = try terminal.open()
      await say("ready \(size(of: terminal))", on: terminal)
      for await event in events {
        switch event {
        case .bytes(let bytes):
          for byte in bytes { await obey(byte, on: terminal) }
        case .resized: await say("resized \(size(of: terminal))", on: terminal)
        case .resumed: await say("resumed", on: terminal)
        }
      }
      print("done")
    } catch {
      print("refused: \(error)")
      exit(1)
    }
  }

  /// Key input alone, for a running command.
  private static func readKeys(of terminal: TerminalClient) async {
    let keys = terminal.keys()
    try? terminal.line("<ready>")
    for await key in keys {
      if key == "q" { break }
      try? terminal.line("<key \(key)>")
    }
    try? terminal.line("done")
  }

  private static func size(of terminal: TerminalClient) -> String {
    let size = terminal.size()
    return "\(size.width)x\(size.height)"
  }

  private static func say(_ text: String, on terminal: TerminalClient) async {
    try? await terminal.write(bytes: Array("<\(text)>".utf8))
  }

  private static func obey(_ byte: UInt8, on terminal: TerminalClient) async {
    switch Unicode.Scalar(byte) {
    case "a": abort()
    case "e": exit(3)
    case "l": try? await terminal.lend { await edit(on: terminal) }
    case "o": print(deep(1))
    case "q": terminal.close()
    case "s": kill(getpid(), SIGSEGV)
    case "t": trap()
    case "z": terminal.suspend()
    default: await say("byte \(byte)", on: terminal)
    }
  }

  /// Reads a line, like an editor that runs while the app's drawing is suspended.
  private static func edit(on terminal: TerminalClient) async {
    FileHandle.standardOutput.write(Data("lent\n".utf8))
    await say("unseen", on: terminal)
    FileHandle.standardOutput.write(Data("read \(readLine() ?? "nothing")\n".utf8))
  }

  private static func trap() {
    let empty: [Int] = []
    print(empty[Int(getpid())])
  }

  /// Overflows the stack.
  private static func deep(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 100) { room in
      room.initialize(repeating: depth)
      return deep(depth + 1) + room[depth % 100]
    }
  }
}
