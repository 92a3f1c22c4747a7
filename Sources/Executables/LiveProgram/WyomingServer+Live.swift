import CommandLineProgram
import HTTPServer
import ServerBootstrap
import TCPServer

extension WyomingServerClient {
  static let live = WyomingServerClient { address, converse, onListening in
    let server = try TCPServer(HTTPAddress(host: address.host, port: address.port))
    onListening(server.port)
    try await server.run { connection in
      await converse({ try await connection.read() }, { try await connection.write($0) })
    }
  }
}
