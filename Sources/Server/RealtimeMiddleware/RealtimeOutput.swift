import ConcurrencyExtras
import Dependencies
import Foundation
import RealtimeProtocol
import WebSocketServer

/// What a client is told, by all who tell it something.
final class RealtimeOutput: Sendable {
  private let isOld: Protected<Bool>
  private let socket: WebSocket
  private let uuid: UUIDGenerator

  /// - Parameter isOld: Whether the client speaks the first version of the protocol.
  init(_ socket: WebSocket, isOld: Bool) {
    self.isOld = Protected(isOld)
    self.socket = socket
    @Dependency(\.uuid) var uuid
    self.uuid = uuid
  }

  /// The client shows which version of the protocol it speaks.
  func speak(old: Bool) { isOld.withLock { $0 = old } }

  /// - Throws: ``WebSocketFailure/closed`` where there is nobody to be told.
  func send(_ event: RealtimeServerEvent) async throws {
    let isOld = isOld.withLock { $0 }
    // There was no such event.
    if isOld, case .done = event { return }
    let text = try event.encoded(id: id("event"), isOld: isOld)
    do {
      try await socket.send(.text(text))
    } catch {
      throw WebSocketFailure.closed
    }
  }

  /// A new name for something.
  func id(_ kind: String) -> String {
    "\(kind)_\(uuid().uuidString.lowercased().replacing("-", with: ""))"
  }
}
