import Foundation

extension Engine {
  struct Loan {
    let end: @Sendable () -> Void
    let emit: @Sendable (Data) async -> Void
    var open: Set<String> = []
    var waiter: CheckedContinuation<Void, Never>?
  }

  func beginLoan(
    emit: @escaping @Sendable (Data) async -> Void, end: @escaping @Sendable () -> Void
  ) async -> Bool {
    guard isReady, let greetingLine
    else { return false }
    loan = Loan(end: end, emit: emit)
    await emit(greetingLine)
    return true
  }

  func forwardToEngine(_ message: Data) async -> Bool {
    guard loan != nil, isReady, let known = try? BorrowerMessage(message), let id = known.id
    else { return false }
    if known.beginsRequest { loan?.open.insert(id) }
    // Line and audio are split because the transport ends the line itself.
    let line = message.prefix { $0 != UInt8(ascii: "\n") }
    transport.write(Data(line), followedBy: Data(message.dropFirst(line.count + 1)))
    await transport.waitUntilWritten()
    return true
  }

  /// Cancels the borrower's open requests. Afterwards the engine is ready for others, or killed.
  func endLoan() async {
    guard let loan
    else { return }
    if !loan.open.isEmpty, isReady {
      // The engine must not wait for a borrower that has stopped reading.
      loan.end()
      for id in loan.open.sorted() { sendRequest(.cancel, id) }
      // A canceled task means that the program is ending and can't wait.
      let limit = Task.isCancelled ? .zero : settings.cancelGrace
      let watch = kill(after: limit, because: Self.didNotStop)
      await withCheckedContinuation { waiter in
        if isReady { self.loan?.waiter = waiter } else { waiter.resume() }
      }
      watch.cancel()
    }
    self.loan = nil
  }

  func forwardToBorrower(_ line: Data, _ message: EngineMessage) async {
    if message.event.isLast, let id = message.requestID { loan?.open.remove(id) }
    if let waiter = loan?.waiter {
      guard loan?.open.isEmpty == true
      else { return }
      loan?.waiter = nil
      waiter.resume()
    } else {
      await loan?.emit(line)
    }
  }

  func breakLoan() {
    loan?.waiter?.resume()
    loan?.waiter = nil
    loan?.end()
  }
}
