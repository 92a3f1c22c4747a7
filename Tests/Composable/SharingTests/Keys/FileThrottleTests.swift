import Clocks
import ConcurrencyExtras
import DependenciesTestSupport
import FileStorage
import Foundation
import Observation
import Sharing
import Testing

@Suite(.dependencies)
struct FileThrottleTests {
  private let files = MemoryFiles()
  private let clock = TestClock()
  private let url = URL(fileURLWithPath: "/folder/file.json")

  private var text: String? { try? files.storage.text(url) }

  private func shared(_ value: Int = 0) -> Shared<Int> {
    withDependencies {
      $0.defaultFileStorage = files.storage
      $0.saveThrottle = .every(.seconds(1), clock: clock)
    } operation: {
      Shared(wrappedValue: value, .fileStorage(url))
    }
  }

  @Test("KEY-17 X-04 The first change is written at once, later ones within a second together")
  func throttle() async throws {
    try await withMainSerialExecutor {
      let stamps = LockIsolated<[FileStamp]>([])
      let subscription = try files.storage.subscribe(to: url) { result in
        if case .success(let stamp) = result { stamps.withLock { $0.append(stamp) } }
      }
      let count = shared()
      count.withLock { $0 = 1 }
      #expect(text == "1")
      for value in 2...10 { count.withLock { $0 = value } }
      await clock.advance(by: .milliseconds(999))
      #expect(text == "1")
      await clock.advance(by: .milliseconds(1))
      #expect(text == "10")
      count.withLock { $0 = 11 }
      #expect(text == "10")
      await clock.advance(by: .seconds(1))
      #expect(text == "11")
      #expect(stamps.value.count == 3)
      // Another second without a change: the next change is written at once again.
      await clock.advance(by: .seconds(1))
      count.withLock { $0 = 12 }
      #expect(text == "12")
      try await clock.checkSuspension()
      subscription.cancel()
    }
  }

  @Test("KEY-17 SHR-50 save() writes at once and starts a new second")
  func save() async throws {
    try await withMainSerialExecutor {
      let count = shared()
      count.withLock { $0 = 1 }
      count.withLock { $0 = 2 }
      await clock.advance(by: .milliseconds(900))
      try await count.save()
      #expect(text == "2")
      count.withLock { $0 = 3 }
      await clock.advance(by: .milliseconds(999))
      #expect(text == "2")
      await clock.advance(by: .milliseconds(1))
      #expect(text == "3")
    }
  }

  @Test("A load keeps a pending change that cannot be saved, with the reason")
  func loadAfterFailedSave() async throws {
    struct Refused: Error {}
    let refuses = LockIsolated(false)
    try await withMainSerialExecutor {
      let count = withDependencies {
        $0.defaultFileStorage = files.storage
        $0.saveThrottle = .every(.seconds(1), clock: clock)
      } operation: {
        Shared(
          wrappedValue: 0,
          .fileStorage(url) { @Sendable in
            $0.count
          } encode: { @Sendable in
            if refuses.value { throw Refused() }
            return Data(count: $0)
          })
      }
      count.withLock { $0 = 1 }
      count.withLock { $0 = 2 }
      refuses.setValue(true)
      await #expect(throws: Refused.self) { try await count.load() }
      #expect(count.wrappedValue == 2)
      #expect(count.saveError is Refused)
      refuses.setValue(false)
      try await count.save()
      #expect(try files.storage.read(url).data?.count == 2)
      try await count.load()
      #expect(count.loadError == nil)
    }
  }

  @Test("A change that could not be saved is kept without users, and retried by flushing")
  func retry() throws {
    struct Refused: Error {}
    let refuses = LockIsolated(true)
    func count() -> Shared<Int> {
      withDependencies {
        $0.defaultFileStorage = files.storage
        $0.saveThrottle = .none
      } operation: {
        Shared(
          wrappedValue: 0,
          .fileStorage(url) { @Sendable in
            $0.count
          } encode: { @Sendable in
            if refuses.value { throw Refused() }
            return Data(count: $0)
          })
      }
    }
    count().withLock { $0 = 3 }
    #expect(count().wrappedValue == 3)
    #expect(count().saveError is Refused)
    flushSharedStorage()
    #expect(try files.storage.read(url).data == nil)
    refuses.setValue(false)
    flushSharedStorage()
    #expect(try files.storage.read(url).data?.count == 3)
    #expect(count().saveError == nil)
    try files.storage.delete(url)
    flushSharedStorage()
    #expect(try files.storage.read(url).data == nil)
  }

  @Test("KEY-17 SHR-26 1,000 tasks lose nothing, on a clock that is always ahead")
  func immediate() async throws {
    let count = withDependencies {
      $0.defaultFileStorage = files.storage
      $0.saveThrottle = .every(.seconds(1), clock: ImmediateClock())
    } operation: {
      Shared(wrappedValue: 0, .fileStorage(url))
    }
    await withTaskGroup { group in
      for _ in 0..<1_000 {
        group.addTask { count.withLock { $0 += 1 } }
      }
    }
    try await count.save()
    #expect(count.wrappedValue == 1_000)
    #expect(text == "1000")
  }

  @Test("KEY-17 In a test, changes of a file on disk are written together, too")
  func onDisk() throws {
    let room = try Room()
    let file = room.file("count")
    let saves = LockIsolated(0)
    let count = withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      Shared(
        wrappedValue: 0,
        .fileStorage(file) { @Sendable in
          Int(String(decoding: $0, as: UTF8.self)) ?? 0
        } encode: { @Sendable in
          saves.withLock { $0 += 1 }
          return Data("\($0)".utf8)
        })
    }
    let start = ContinuousClock.now
    for value in 1...10_000 { count.withLock { $0 = value } }
    flushSharedStorage()
    #expect(try FileStorage.fileSystem.text(file) == "10000")
    // The first one, one for each second that has passed, and the flush.
    #expect(saves.value <= 2 + start.duration(to: .now).components.seconds)
  }

  @Test("KEY-17 In a test, changes of a file in memory are written at once")
  func inMemory() {
    let count = withDependencies {
      $0.defaultFileStorage = files.storage
    } operation: {
      Shared(wrappedValue: 0, .fileStorage(url))
    }
    for value in 1...3 {
      count.withLock { $0 = value }
      #expect(text == "\(value)")
    }
  }

  @Test("KEY-18 Pending changes are written on request")
  func flush() {
    let count = shared()
    count.withLock { $0 = 1 }
    count.withLock { $0 = 2 }
    #expect(text == "1")
    flushSharedStorage()
    #expect(text == "2")
    #expect(count.saveError == nil)
  }

  @Test("KEY-18 Pending changes are written even if the value is no longer used")
  func released() async {
    await withMainSerialExecutor {
      do {
        let count = shared()
        count.withLock { $0 = 1 }
        count.withLock { $0 = 2 }
      }
      // No wait is needed: the value exists.
      #expect(shared().wrappedValue == 2)
      await clock.advance(by: .seconds(1))
      #expect(text == "2")
      #expect(shared().wrappedValue == 2)
    }
  }

  @Test("A change by others during a pending one is a conflict, and ours is reported")
  func conflict() async throws {
    try await withMainSerialExecutor {
      let count = shared()
      count.withLock { $0 = 1 }
      count.withLock { $0 = 2 }
      try files.storage.write("7", to: url)
      #expect(count.wrappedValue == 2)
      await clock.advance(by: .seconds(1))
      #expect(count.wrappedValue == 7)
      #expect((count.saveError as? FileConflictError)?.rejected as? Int == 2)
      #expect(text == "7")
    }
  }

  @Test("load() does not lose a change that waits")
  func load() async throws {
    try await withMainSerialExecutor {
      let count = shared()
      count.withLock { $0 = 1 }
      count.withLock { $0 = 2 }
      try await count.load()
      #expect(count.wrappedValue == 2)
      #expect(text == "2")
    }
  }

  @Test("An observer may change the value again after a change by others")
  func observer() throws {
    let count = shared()
    let isFirst = LockIsolated(true)
    withObservationTracking {
      _ = count.wrappedValue
    } onChange: {
      // The change made here is observed, too.
      if isFirst.withLock({ swap(&$0, to: false) }) { count.withLock { $0 += 1 } }
    }
    try files.storage.write("10", to: url)
    #expect(count.wrappedValue == 11)
    flushSharedStorage()
    #expect(text == "11")
  }
}

private func swap(_ value: inout Bool, to new: Bool) -> Bool {
  defer { value = new }
  return value
}
