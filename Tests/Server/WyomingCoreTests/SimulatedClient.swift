import ConcurrencyExtras
import Testing
import WyomingCore
import WyomingProtocol

/// A client that sends its messages, and disconnects after the awaited response.
actor SimulatedClient {
  private var answers: [WyomingEvent] = []
  /// The types of the answers, and whether the connection was `busy` or `idle` in between.
  nonisolated let log = LockIsolated<[String]>([])
  private var isGone = false
  private var parser = WyomingParser()
  private var pieces: ArraySlice<[UInt8]>
  private let end: (type: String, count: Int)?
  private var waiting: CheckedContinuation<Void, Never>?

  /// - Parameters:
  ///   - pieces: The bytes to send.
  ///   - type: The kind of event that it waits for, `nil` where it is gone when it has sent all.
  ///   - count: How many it waits for.
  init(_ pieces: [[UInt8]], until type: String?, count: Int = 1) {
    self.pieces = pieces[...]
    end = type.map { ($0, count) }
    isGone = type == nil
  }

  /// - Returns: The received messages.
  static func talk(
    _ events: [WyomingEvent], until type: String?, count: Int = 1,
    limits: WyomingLimits = WyomingLimits()
  ) async throws -> [WyomingEvent] {
    let client = SimulatedClient(try events.map { try $0.encoded() }, until: type, count: count)
    try await client.talk(limits)
    return await client.answers
  }

  /// - Returns: The messages before the conversation ended with that error.
  static func talk(
    _ events: [WyomingEvent], failing error: some Error & Equatable,
    limits: WyomingLimits = WyomingLimits()
  ) async throws -> [WyomingEvent] {
    let pieces = try events.map { try $0.encoded() }
    let client = SimulatedClient(pieces, until: "nothing")
    await #expect(throws: error) { try await client.talk(limits) }
    return await client.answers
  }

  func talk(_ limits: WyomingLimits = WyomingLimits()) async throws {
    try await WyomingConversation(
      WyomingModels(), limits: limits, read: { try await self.read() },
      write: { try await self.write($0) },
      setBusy: { [log] isBusy in log.withValue { $0.append(isBusy ? "busy" : "idle") } }
    ).run()
  }

  func leave() {
    isGone = true
    wake()
  }

  private func read() async throws -> ArraySlice<UInt8>? {
    while true {
      try Task.checkCancellation()
      if let piece = pieces.popFirst() { return piece[...] }
      if isGone { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting = $0 }
      } onCancel: {
        Task { await self.wake() }
      }
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    var bytes = bytes[...]
    while let event = try parser.next(from: &bytes) {
      answers.append(event)
      log.withValue { $0.append(event.type) }
    }
    if let end, answers.count(where: { $0.type == end.type }) == end.count { leave() }
  }

  private func wake() {
    waiting?.resume()
    waiting = nil
  }
}
