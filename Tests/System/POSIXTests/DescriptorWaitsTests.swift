import ConcurrencyExtras
import Dispatch
import Foundation
import POSIX
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DescriptorWaitsTests {
  @Test("A wait ends when the descriptor is readable, and when its peer hangs up")
  func input() async throws {
    let pair = try SocketPair()
    let number = pair.near.number
    async let waited: Void = DescriptorWaits.shared.wait(for: .input, of: number)
    try pair.far.write([1])
    try await waited
    var byte = [UInt8](repeating: 0, count: 1)
    #expect(recv(number, &byte, 1, Int32(MSG_DONTWAIT)) == 1)
    let near = pair.closingFar()
    try await DescriptorWaits.shared.wait(for: .input, of: near.number)
    #expect(recv(near.number, &byte, 1, Int32(MSG_DONTWAIT)) == 0)
  }

  @Test("Waits for input and output of one descriptor are independent")
  func both() async throws {
    let pair = try SocketPair()
    let number = pair.near.number
    let isReadable = LockIsolated(false)
    let reading = Task {
      try await DescriptorWaits.shared.wait(for: .input, of: number)
      isReadable.setValue(true)
    }
    try await DescriptorWaits.shared.wait(for: .output, of: number)
    #expect(!isReadable.value)
    try pair.far.write([1])
    try await reading.value
  }

  @Test("A canceled wait returns, whether it has begun or not")
  func cancellation() async throws {
    let pair = try SocketPair()
    let number = pair.near.number
    for _ in 0..<100 {
      let waiting = Task { try await DescriptorWaits.shared.wait(for: .input, of: number) }
      await Task.yield()
      waiting.cancel()
      try await waiting.value
    }
    #expect(try waitForInput(from: [number], milliseconds: 0) == [false])
  }

  @Test("A wait that is canceled at once returns, without another wait that wakes the thread")
  func immediateCancellation() async throws {
    let waits = DescriptorWaits()
    let pair = try SocketPair()
    let number = pair.near.number
    for _ in 0..<10_000 {
      let waiting = Task { try await waits.wait(for: .input, of: number) }
      await Task.yield()
      waiting.cancel()
      try await waiting.value
    }
  }

  @Test("The descriptor of a canceled wait is not in use, so that its peer sees it close")
  func closing() async throws {
    for _ in 0..<100 {
      let pair = try SocketPair()
      let far = try pair.far.duplicate()
      do {
        let near = pair.closingFar()
        let number = near.number
        let waiting = Task { try await DescriptorWaits.shared.wait(for: .input, of: number) }
        await Task.yield()
        waiting.cancel()
        try await waiting.value
      }
      let number = far.number
      let hasEnded = try await onOwnThread("peer") { try waitForInput(from: [number]) }
      #expect(hasEnded == [true])
    }
  }

  @Test("Peers that hang up stop no events of descriptors that get the same numbers")
  func reusedNumbers() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<250 {
            let near = try SocketPair().closingFar()
            try await DescriptorWaits.shared.wait(for: .input, of: near.number)
            let other = try SocketPair()
            async let waited: Void = DescriptorWaits.shared.wait(for: .input, of: other.near.number)
            try other.far.write([1])
            try await waited
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("A notifier calls for each input until it is released, which closes its descriptor")
  func notifier() async throws {
    let pair = try SocketPair()
    let far = try pair.far.duplicate()
    let queue = DispatchQueue(label: "notifier")
    let (bytes, continuation) = AsyncStream<UInt8>.makeStream()
    var notifier: InputNotifier? = try InputNotifier(owning: pair.closingFar(), queue: queue) {
      dispatchPrecondition(condition: .onQueue(queue))
      var byte: UInt8 = 0
      while recv($0, &byte, 1, Int32(MSG_DONTWAIT)) == 1 { continuation.yield(byte) }
    }
    var received = bytes.makeAsyncIterator()
    for byte in UInt8(1)...3 {
      try far.write([byte])
      #expect(await received.next() == byte)
    }
    #expect(notifier != nil)
    notifier = nil
    try await DescriptorWaits.shared.wait(for: .input, of: far.number)
    var byte: UInt8 = 0
    #expect(recv(far.number, &byte, 1, Int32(MSG_DONTWAIT)) == 0)
  }
}
