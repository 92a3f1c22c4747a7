import Foundation
import Glibc
import POSIX
import struct Synchronization.Atomic

/// Random UUIDs, of the system's random numbers.
///
/// The system is asked for many at once, because to ask it takes far longer than all the rest. A
/// number is forgotten when it is given out, so that nobody finds those of UUIDs that exist.
final class RandomUUIDs: Sendable {
  static let shared = RandomUUIDs()

  struct State {
    var numbers = [UInt64](repeating: 0, count: 256)
    var used = 256
    var processes = 0
  }

  private let state = Mutex(State())

  private init() {
    // A process that is forked off must not go on with the numbers of this one.
    pthread_atfork(nil, nil) { forks.add(1, ordering: .relaxed) }
  }

  func next() -> UUID {
    let (high, low) = state.withLock { state in
      if state.used == state.numbers.count || state.processes != forks.load(ordering: .relaxed) {
        state.refill()
      }
      let halves = (state.numbers[state.used], state.numbers[state.used + 1])
      state.numbers[state.used] = 0
      state.numbers[state.used + 1] = 0
      state.used += 2
      return halves
    }
    // Version 4, variant 1, as RFC 9562 has it for random ones.
    return UUID(
      high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 1 << 63)
  }
}

/// How many forks led to this process since the first UUID.
private let forks = Atomic(0)

extension RandomUUIDs.State {
  /// - Parameter entropy: Fills a number of bytes, and returns 0 if it can.
  mutating func refill(
    from entropy: (UnsafeMutableRawPointer?, Int) -> Int32 = { getentropy($0, $1) }
  ) {
    let isFilled = numbers.withUnsafeMutableBytes { bytes in
      // `getentropy` gives no more than 256 bytes at once.
      stride(from: 0, to: bytes.count, by: 256).allSatisfy { start in
        entropy(bytes.baseAddress?.advanced(by: start), 256) == 0
      }
    }
    if !isFilled {
      // A sandbox or an old kernel may not have the call. The standard library reads /dev/urandom.
      var generator = SystemRandomNumberGenerator()
      for index in numbers.indices { numbers[index] = generator.next() }
    }
    used = 0
    processes = forks.load(ordering: .relaxed)
  }
}
