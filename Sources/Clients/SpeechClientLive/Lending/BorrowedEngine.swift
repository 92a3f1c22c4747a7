import ConcurrencyExtras
import Foundation
import POSIX

final class BorrowedEngine: EngineTransport {
  let lines: LineQueue
  private let socket: LoanSocket
  private let reason = LockIsolated<String?>(nil)

  private init(_ descriptor: consuming Descriptor) throws(SystemError) {
    socket = try LoanSocket(descriptor) {
      var lines = LineBuffer()
      return { lines.append($0, $1) }
    }
    lines = socket.pieces
  }

  deinit {
    socket.close()
  }

  static func connect(_ settings: EngineSettings) async -> BorrowedEngine? {
    guard let place = try? settings.loanPlace, fileExists(place.folder + "/" + place.name)
    else { return nil }
    let limit = settings.borrowTimeout
    return try? await onOwnThread("engine-borrow") {
      let connection = try PrivateFolder(place.folder).connect(to: place.name)
      guard LoanPromise.isGiven(on: connection, within: limit)
      else { throw SystemError(code: EAGAIN) }
      return try BorrowedEngine(connection)
    }
  }

  var end: ProcessEnd? {
    guard lines.hasEnded
    else { return nil }
    return ProcessEnd(
      status: .exited(0), log: "",
      reason: reason.value ?? "the program that shared it has exited or needs it")
  }

  func finish() { socket.finish() }

  func kill(because reason: String?) {
    self.reason.withLock { $0 = $0 ?? reason }
    socket.close()
  }

  func waitUntilWritten() async { await socket.waitUntilWritten() }

  func write(_ line: Data, followedBy bytes: Data) {
    socket.write(line + Data("\n".utf8) + bytes)
  }
}
