import CommandLineProgram
import Dependencies
import HTTPServer
import TerminalClient

extension WyomingServerClient {
  static let live = WyomingServerClient { listener, converse, onListening in
    @Dependency(\.terminal) var terminal
    let server = try TCPServer(listener) { [terminal] in terminal.warn("Wyoming: \($0)") }
    onListening(server.port)
    try await server.run { connection in
      await converse(
        { try await connection.read() }, { try await connection.write($0) },
        { connection.setBusy($0) })
    }
  }
}
