import AudioFileClient
import Foundation
import POSIX

/// Passes decoded audio from tasks to the playback thread. A decoder that is ahead waits.
final class SoundFeed: Sendable {
  enum Next {
    case chunk([Float])
    case wait
    case ended
    case failed(any Error)
  }

  private struct State {
    var chunks: [[Float]] = []
    var end: Result<Void, any Error>?
    var waiter: CheckedContinuation<Void, Never>?
    var isClosed = false
  }

  private static let limit = 5
  private let state = Mutex(State())
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ sound: DecodedAudio) {
    let task = Task { [weak self] in
      do {
        for try await chunk in sound.chunks {
          guard let self, await self.put(chunk)
          else { return }
        }
        self?.state.withLock { $0.end = .success(()) }
      } catch {
        self?.state.withLock { $0.end = .failure(error) }
      }
    }
    self.task.withLock { $0 = task }
  }

  private func put(_ chunk: [Float]) async -> Bool {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        state.chunks.append(chunk)
        guard state.chunks.count >= Self.limit, !state.isClosed
        else { return false }
        state.waiter = continuation
        return true
      }
      if !isWaiting { continuation.resume() }
    }
    return !state.withLock(\.isClosed)
  }

  func next() -> Next {
    let (next, waiter): (Next, CheckedContinuation<Void, Never>?) = state.withLock { state in
      guard !state.chunks.isEmpty
      else {
        switch state.end {
        case nil: return (.wait, nil)
        case .success: return (.ended, nil)
        case .failure(let error): return (.failed(error), nil)
        }
      }
      let waiter = state.waiter
      state.waiter = nil
      return (.chunk(state.chunks.removeFirst()), waiter)
    }
    waiter?.resume()
    return next
  }

  func close() {
    let waiter = state.withLock { state in
      state.isClosed = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
    task.withLock { $0?.cancel() }
  }
}
