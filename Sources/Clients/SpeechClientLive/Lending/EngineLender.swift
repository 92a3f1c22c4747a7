import Foundation
import POSIX

/// Lends idle engines to the user's other processes. One process at a time lends engines of a kind.
struct EngineLender: Sendable {
  private let pool: EnginePool

  init(_ pool: EnginePool) {
    self.pool = pool
  }

  /// Lends until canceled. Calls `prepare` once, when this process lends or can't share.
  func run(prepare: @escaping @Sendable () async -> Void) async {
    var isPrepared = false
    while !Task.isCancelled {
      do {
        let place = try pool.settings.loanPlace
        let listener = try LocalListener(
          at: place.name, in: PrivateFolder(place.folder, createIfMissing: true))
        await pool.idle.setLending(true)
        await withTaskGroup(of: Void.self) { group in
          if !isPrepared { group.addTask { await prepare() } }
          isPrepared = true
          await serve(listener)
        }
        await pool.idle.setLending(false)
      } catch {
        // Another process lends: this one borrows. If sharing fails, it keeps an engine for itself.
        let isLent = (error as? SystemError)?.code == EADDRINUSE
        if !isLent, !isPrepared {
          isPrepared = true
          await prepare()
        }
      }
      try? await Task.sleep(for: pool.settings.lendingPause)
    }
  }

  private func serve(_ listener: LocalListener) async {
    let (sockets, continuation) = AsyncStream.makeStream(of: LoanSocket.self)
    let isStarted: Void? = try? startThread("engine-lender") {
      while let connection = try? listener.next() {
        let socket = try? LoanSocket(connection) {
          var messages = MessageBuffer()
          return { messages.append($0, $1) }
        }
        if let socket { continuation.yield(socket) }
      }
      continuation.finish()
    }
    guard isStarted != nil
    else { return }
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        for await socket in sockets {
          group.addTask {
            await withTaskCancellationHandler {
              await lend(over: socket)
            } onCancel: {
              socket.close()
            }
          }
        }
        group.cancelAll()
      }
    } onCancel: {
      listener.end()
    }
  }

  private func lend(over socket: LoanSocket) async {
    await pool.lend {
      socket.write(LoanPromise.bytes)
    } work: { engine in
      let isLent = await engine.beginLoan {
        socket.write($0 + Data("\n".utf8))
        await socket.waitUntilWritten()
      } end: {
        socket.close()
      }
      guard isLent
      else { return }
      lending: while let messages = await socket.pieces.next() {
        for message in messages {
          guard await engine.forwardToEngine(message)
          else { break lending }
        }
      }
      await engine.endLoan()
    }
    await socket.end()
  }
}
