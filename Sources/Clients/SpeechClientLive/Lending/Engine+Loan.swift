import Foundation
import SpeechClient

/// An engine that another process of this user works with: what that one writes goes to the engine as
/// it is, and what the engine says goes back.
extension Engine {
  struct Loan {
    /// Ends the connection to the other process.
    let end: @Sendable () -> Void
    /// Gives a line of the engine's; returns when the other process has taken it.
    let give: @Sendable (Data) async -> Void
    /// The requests that have not ended.
    var open: Set<String> = []
    /// Waits until all of them have.
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// Begins a loan, and gives the engine's greeting.
  ///
  /// - Returns: Whether there is an engine to lend.
  func beginLoan(
    give: @escaping @Sendable (Data) async -> Void, end: @escaping @Sendable () -> Void
  ) async -> Bool {
    guard isReady, let greetingLine
    else { return false }
    loan = Loan(end: end, give: give)
    await give(greetingLine)
    return true
  }

  /// Passes on a message of the process that has borrowed the engine, and returns when the engine has
  /// taken it.
  ///
  /// - Returns: Whether the loan goes on.
  func pass(_ message: Data) async -> Bool {
    guard loan != nil, isReady, let known = try? BorrowerMessage(message), let id = known.id
    else { return false }
    if known.beginsRequest { loan?.open.insert(id) }
    // Its line and sound as they came: the transport ends the line itself.
    let line = message.prefix { $0 != UInt8(ascii: "\n") }
    transport.write(Data(line), followedBy: Data(message.dropFirst(line.count + 1)))
    await transport.waitUntilTaken()
    return true
  }

  /// Ends the loan: what the other process had asked for is given up, and the engine is ready for
  /// others when this returns, or killed.
  func endLoan() async {
    guard let loan
    else { return }
    if !loan.open.isEmpty, isReady {
      // So that the engine does not wait for somebody who reads no more.
      loan.end()
      for id in loan.open.sorted() { tell(.cancel, id) }
      let transport = transport
      // A program that ends does not wait.
      let limit = Task.isCancelled ? .zero : settings.cancelGrace
      let watch = Task {
        try await Task.sleep(for: limit, clock: .suspending)
        transport.kill(because: "it did not stop when asked to")
      }
      await withCheckedContinuation { waiter in
        if isReady { self.loan?.waiter = waiter } else { waiter.resume() }
      }
      watch.cancel()
    }
    self.loan = nil
  }

  /// Gives a line of the engine's to whoever has borrowed it.
  func forward(_ line: Data, _ message: EngineMessage) async {
    if message.event.isLast, let id = message.requestID { loan?.open.remove(id) }
    if let waiter = loan?.waiter {
      // The other process is gone.
      guard loan?.open.isEmpty == true
      else { return }
      loan?.waiter = nil
      waiter.resume()
    } else {
      await loan?.give(line)
    }
  }

  /// The engine is gone.
  func breakLoan() {
    loan?.waiter?.resume()
    loan?.waiter = nil
    loan?.end()
  }
}
