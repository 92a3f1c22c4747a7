import Clocks
import ConcurrencyExtras
import Testing

extension ClocksTests {
  /// The ways in which clients of closures hold state, as previews do.
  @Suite("Patterns of clients", .mainSerialExecutor)
  struct ClientPatterns {
    let clock = TestClock()

    struct Recorder: Sendable {
      var currentTime: @Sendable () async -> Int?
      var start: @Sendable () async throws -> Bool
      var stop: @Sendable () async -> Void

      static func simulated(clock: any Clock<Duration>) -> Self {
        let isRecording = LockIsolated(false)
        let seconds = LockIsolated(0)
        return Self(
          currentTime: { isRecording.value ? seconds.value : nil },
          start: {
            isRecording.setValue(true)
            while isRecording.value {
              try await clock.sleep(for: .seconds(1))
              seconds.withValue { $0 += 1 }
            }
            return true
          },
          stop: { isRecording.setValue(false) }
        )
      }
    }

    @Test("CLI-05 A simulated recorder keeps its state in boxes that its endpoints share")
    func recorder() async throws {
      let recorder = Recorder.simulated(clock: clock)
      #expect(await recorder.currentTime() == nil)
      let recording = Task { try await recorder.start() }
      await clock.advance(by: .seconds(3))
      #expect(await recorder.currentTime() == 3)
      await recorder.stop()
      #expect(await recorder.currentTime() == nil)
      await clock.advance(by: .seconds(1))
      #expect(try await recording.value)
    }

    @Test("CLI-06 Words arrive one by one on the given clock, after a time for their length")
    func words() async throws {
      let words = LockIsolated<[String]>([])
      let stream = AsyncThrowingStream<String, any Error> { continuation in
        let task = Task {
          for word in ["a", "memo", "spoken"] {
            try await clock.sleep(for: .milliseconds(50 * word.count))
            continuation.yield(word)
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
      let task = Task {
        for try await word in stream { words.withValue { $0.append(word) } }
      }
      await clock.advance(by: .milliseconds(49))
      #expect(words.value == [])
      await clock.advance(by: .milliseconds(1))
      #expect(words.value == ["a"])
      await clock.advance(by: .milliseconds(200))
      #expect(words.value == ["a", "memo"])
      await clock.run(timeout: .seconds(60))
      try await task.value
      #expect(words.value == ["a", "memo", "spoken"])
    }

    @Test("CLI-07 CLI-08 A client reads settings by member and streams their changes")
    func settings() async {
      struct Settings: Equatable, Sendable { var volume = 1 }
      @dynamicMemberLookup struct Client: Sendable {
        var load: @Sendable () -> Settings
        var save: @Sendable (Settings) -> Void
        var stream: @Sendable () -> AsyncStream<Settings>
        subscript<Value>(dynamicMember keyPath: KeyPath<Settings, Value>) -> Value {
          load()[keyPath: keyPath]
        }
      }
      let settings = LockIsolated(Settings())
      let (stream, continuation) = AsyncStream<Settings>.makeStream()
      let client = Client(
        load: { settings.value },
        save: {
          settings.setValue($0)
          continuation.yield($0)
        },
        stream: { stream.map { $0 }.eraseToStream() }
      )
      client.save(Settings(volume: 5))
      #expect(client.volume == 5)
      #expect(await client.stream().first { _ in true } == Settings(volume: 5))
    }
  }
}
