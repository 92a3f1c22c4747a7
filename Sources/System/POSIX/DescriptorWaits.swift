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
  }

  private struct State {
    var waits: [UInt64: Wait] = [:]
    var canceled: [UInt64] = []
    /// A socket that interrupts the thread so that it waits for other descriptors. Never closed.
    var waker: Int32?
    var isWoken = false

    mutating func wake() {
      guard !isWoken, let waker
      else { return }
      isWoken = true
      send(waker, [0], 1, Int32(MSG_DONTWAIT))
    }
  }

  public static let shared = DescriptorWaits()

  private let state = Mutex(State())
  private let lastID = Atomic<UInt64>(0)

  package init() {}

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
        state.canceled.append(id)
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
    try startThread("descriptors") { [self] in wait(number) }
    _ = wakes.release()
    return waker.release()
  }

  private func wait(_ wakes: Int32) {
    var ids: [UInt64] = []
    var polls: [pollfd] = []
    while true {
      // Here, the system keeps no file open for the thread.
      let ended = state.withLock { state in
        let ready = zip(ids, polls).filter { $0.1.revents != 0 }.map(\.0)
        let ended = (ready + state.canceled).compactMap { state.waits.removeValue(forKey: $0) }
        state.canceled = []
        state.isWoken = false
        ids = Array(state.waits.keys)
        polls = state.waits.values.map(\.poll)
        return ended
      }
      for wait in ended { wait.onReady() }
      polls.append(pollfd(fd: wakes, events: Int16(POLLIN), revents: 0))
      if poll(&polls, nfds_t(polls.count), -1) < 0, errno != EINTR {
        // Out of memory, or more waits than descriptors are allowed: all return, and try again.
        for index in polls.indices { polls[index].revents = Int16(POLLERR) }
        usleep(10_000)
      }
      if polls.removeLast().revents != 0 {
        var byte: UInt8 = 0
        recv(wakes, &byte, 1, Int32(MSG_DONTWAIT))
      }
    }
  }
}
