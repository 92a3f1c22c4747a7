import Glibc
import struct Synchronization.Atomic

/// Waits for any number of descriptors with one thread, which the first wait starts.
///
/// Replaces the sources of Dispatch: when a peer hangs up, libdispatch 6.3 still uses a source that
/// another thread has canceled and freed (`_dispatch_event_merge_fd` in event_epoll.c). That crashes
/// the program, or stops the events of another descriptor with the same number.
public final class DescriptorWaits: Sendable {
  public enum Direction: Sendable {
    case input
    case output
  }

  private struct Wait {
    let poll: pollfd
    let onReady: @Sendable () -> Void
    var isOver = false
  }

  private struct State {
    var waits: [UInt64: Wait] = [:]
    /// A socket that interrupts the thread so that it waits for other descriptors. Never closed.
    var waker: Int32?

    func wake() {
      // If it can take no more, the thread has not yet taken the bytes before.
      if let waker { send(waker, [0], 1, Int32(MSG_DONTWAIT)) }
    }
  }

  public static let shared = DescriptorWaits()

  private let state = Mutex(State())
  private let lastID = Atomic<UInt64>(0)

  private init() {}

  /// Waits until a descriptor is ready or has ended, or the task is canceled. May also return
  /// before. The descriptor must stay open until then.
  public func wait(for direction: Direction, of descriptor: Int32) async throws {
    let id = newID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do {
          let begins = try add(
            id, direction, descriptor, unless: { Task.isCancelled }, continuation.resume)
          if !begins { continuation.resume() }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      // The thread resumes the task, once it no longer keeps the file open.
      state.withLock { state in
        state.waits[id]?.isOver = true
        state.wake()
      }
    }
  }

  /// Calls back once, on the thread that waits, when a descriptor is ready or has ended. May also
  /// call before. Returns a number for ``cancel(_:)``.
  func onReady(
    _ direction: Direction, of descriptor: Int32, _ onReady: @escaping @Sendable () -> Void
  ) throws(SystemError) -> UInt64 {
    let id = newID()
    _ = try add(id, direction, descriptor, onReady)
    return id
  }

  /// The descriptor can be closed after this; a call may still be in progress.
  func cancel(_ id: UInt64) {
    state.withLock { state in
      state.waits[id] = nil
      state.wake()
    }
  }

  private func newID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

  private func add(
    _ id: UInt64, _ direction: Direction, _ descriptor: Int32,
    unless isOver: () -> Bool = { false }, _ onReady: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Bool {
    let events = Int16(direction == .input ? POLLIN : POLLOUT)
    let wait = Wait(
      poll: pollfd(fd: descriptor, events: events, revents: 0), onReady: onReady)
    return try state.withLock { state throws(SystemError) in
      // A cancellation after this finds the wait.
      if isOver() { return false }
      if state.waker == nil { state.waker = try start() }
      state.waits[id] = wait
      state.wake()
      return true
    }
  }

  private func start() throws(SystemError) -> Int32 {
    let pair = try SocketPair()
    let wakes = try pair.far.duplicate()
    let waker = pair.closingFar()
    let number = wakes.number
    try startThread("descriptors") { [self] in
      while true { takeReady(number) }
    }
    _ = wakes.release()
    return waker.release()
  }

  private func takeReady(_ wakes: Int32) {
    let waits = state.withLock { $0.waits.map { (id: $0.key, poll: $0.value.poll) } }
    var polls = [pollfd(fd: wakes, events: Int16(POLLIN), revents: 0)] + waits.map(\.poll)
    poll(&polls, nfds_t(polls.count), -1)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    if polls[0].revents != 0 { recv(wakes, &bytes, bytes.count, Int32(MSG_DONTWAIT)) }
    let ended = state.withLock { state in
      zip(waits, polls.dropFirst()).compactMap { wait, poll in
        guard poll.revents != 0 || state.waits[wait.id]?.isOver == true
        else { return nil as Wait? }
        return state.waits.removeValue(forKey: wait.id)
      }
    }
    for wait in ended { wait.onReady() }
  }
}
