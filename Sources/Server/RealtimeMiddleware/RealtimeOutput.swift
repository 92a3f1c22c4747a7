import Dependencies
import POSIX
import RealtimeProtocol
import WebSocketServer

final class RealtimeOutput: Sendable {
  private let isOld: Mutex<Bool>
  private let socket: WebSocket
  private let uuid: UUIDGenerator

  init(_ socket: WebSocket, isOld: Bool) {
    self.isOld = Mutex(isOld)
    self.socket = socket
    @Dependency(\.uuid) var uuid
    self.uuid = uuid
  }

  func setIsOld(_ old: Bool) { isOld.withLock { $0 = old } }

  func send(_ event: RealtimeServerEvent) async throws {
    let isOld = isOld.withLock { $0 }
    // The protocol's first version has no such event.
    if isOld, case .done = event { return }
    let text = try event.encoded(id: id("event"), isOld: isOld)
    do {
      try await socket.send(.text(text))
    } catch {
      throw WebSocketFailure.closed
    }
  }

  func id(_ kind: String) -> String {
    "\(kind)_\(uuid().text.replacing("-", with: ""))"
  }
}
