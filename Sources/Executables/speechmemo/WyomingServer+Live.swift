import CommandLineProgram
import HTTPServer

extension WyomingServerClient {
  static let live = WyomingServerClient { listener, converse, onListening in
    let server = try TCPServer(listener)
    onListening(server.port)
    try await server.run { connection in
      await converse(
        { try await connection.read() }, { try await connection.write($0) },
        { connection.setBusy($0) })
    }
  }
}
