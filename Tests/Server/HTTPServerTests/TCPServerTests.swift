import ConcurrencyExtras
import Glibc
import HTTPServer
import NetworkAddresses
import POSIX
import Testing

struct TCPServerTests {
  /// A client that blocks its own thread.
  private struct Client: Sendable {
    let number: Int32

    init(port: UInt16) throws {
      number = try SystemError.check { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      let number = number
      try withUnsafePointer(to: &address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          _ = try SystemError.check {
            connect(number, address, socklen_t(MemoryLayout<sockaddr_in>.size))
          }
        }
      }
    }

    /// Sends bytes, and returns as many received ones, or fewer at the end.
    func ask(_ bytes: [UInt8], count: Int) async throws -> [UInt8] {
      try await onOwnThread("client") { [number] in
        let descriptor = Descriptor(borrowing: number)
        try descriptor.write(bytes)
        var answer: [UInt8] = []
        while answer.count < count {
          let more = try descriptor.read(upTo: count - answer.count)
          if more.isEmpty { break }
          answer += more
        }
        return answer
      }
    }

    func leave() { close(number) }
  }

  /// Echoes received bytes until the client disconnects or sends 0. It is busy from 9 to 8.
  private func running(
    _ server: TCPServer, _ work: @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await #expect(throws: CancellationError.self) {
          try await server.run { connection in
            do {
              while let bytes = try await connection.read() {
                if bytes.first == 0 { return }
                if let first = bytes.first, (8...9).contains(first) {
                  connection.setBusy(first == 9)
                }
                try await connection.write(Array(bytes))
              }
            } catch {
              // The closed connection notifies the client.
            }
          }
        }
      }
      try await work()
      group.cancelAll()
    }
  }

  @Test("Clients are served concurrently, with responses larger than a socket buffer")
  func clients() async throws {
    let server = try TCPServer(Listener())
    try await running(server) {
      let clients = try (0..<8).map { _ in try Client(port: server.port) }
      for client in clients { #expect(try await client.ask([1, 2, 3], count: 3) == [1, 2, 3]) }
      for client in clients { client.leave() }
      let client = try Client(port: server.port)
      #expect(try await client.ask([7], count: 1) == [7])
      #expect(try await client.ask([0], count: 1) == [], "the server has ended it")
      client.leave()
    }
  }

  @Test("At the limit, the connection that has been idle longest makes room for a new one")
  func tooMany() async throws {
    let server = try TCPServer(Listener(), connectionCount: 2)
    try await running(server) {
      let clients = try (0..<2).map { _ in try Client(port: server.port) }
      for index in [0, 1, 0] { #expect(try await clients[index].ask([1], count: 1) == [1]) }
      let third = try Client(port: server.port)
      #expect(try await third.ask([3], count: 1) == [3])
      #expect(try await clients[1].ask([], count: 1) == [], "it was idle longest")
      #expect(try await clients[0].ask([4], count: 1) == [4])
      for client in clients + [third] { client.leave() }
    }
  }

  @Test("A busy connection makes no room, and a new one is refused")
  func busy() async throws {
    let server = try TCPServer(Listener(), connectionCount: 1)
    try await running(server) {
      let first = try Client(port: server.port)
      #expect(try await first.ask([9], count: 1) == [9])
      let second = try Client(port: server.port)
      #expect((try? await second.ask([], count: 1)) ?? [] == [])
      second.leave()
      #expect(try await first.ask([8], count: 1) == [8])
      let third = try Client(port: server.port)
      #expect(try await third.ask([3], count: 1) == [3])
      #expect(try await first.ask([], count: 1) == [])
      first.leave()
      third.leave()
    }
  }

  @Test("When the task is canceled, clients are let go")
  func cancelled() async throws {
    let server = try TCPServer(Listener())
    let client = LockIsolated<Client?>(nil)
    try await running(server) {
      let one = try Client(port: server.port)
      #expect(try await one.ask([1], count: 1) == [1])
      client.setValue(one)
    }
    let one = try #require(client.value)
    #expect(try await one.ask([], count: 1) == [])
    one.leave()
  }

  @Test("A failure to accept connections is retried, and reported once")
  func cannotAccept() async throws {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    let number = try SystemError.check { socket(AF_INET, kind, 0) }
    defer { close(number) }
    let pauseCount = LockIsolated(0)
    let problems = LockIsolated<[String]>([])
    var acceptor = Acceptor(
      OpenSocket(number),
      pausing: {
        pauseCount.withValue { $0 += 1 }
        if pauseCount.value == 3 { throw CancellationError() }
      },
      reporting: { problem in problems.withValue { $0.append(problem) } })
    do {
      _ = try await acceptor.next()
      Issue.record("A client was accepted.")
    } catch {
      #expect(error is CancellationError)
    }
    #expect(pauseCount.value == 3)
    #expect(
      problems.value == ["cannot accept connections, retrying each second: Invalid argument"])
  }

  @Test("A listener that fails to start reports the reason")
  func taken() throws {
    let server = try TCPServer(Listener())
    #expect(throws: HTTPServerError.self) { try TCPServer(Listener(port: server.port)) }
    #expect(throws: HTTPServerError.notAnAddress("home")) {
      try TCPServer(Listener(host: "home", port: 0))
    }
  }
}
