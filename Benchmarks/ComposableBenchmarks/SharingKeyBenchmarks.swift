import BenchmarkSupport
import Dispatch
import Foundation
import Observation
import Sharing
import Synchronization

var sharingKeys: Suite {
  var suite = Suite("Sharing keys")
  let room = BenchmarkFolder()
  for (name, size) in [("1 KB", 1_000), ("1 MB", 1_000_000), ("50 MB", 50_000_000)] {
    addSaving(name, size: size, in: room, to: &suite)
  }
  addCollecting(in: room, to: &suite)
  addAppStorage(in: room, to: &suite)
  addLatency(in: room, to: &suite)
  return suite
}

/// Changes that are saved before `withLock` returns.
private func addSaving(_ name: String, size: Int, in room: BenchmarkFolder, to suite: inout Suite) {
  let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
  let (ours, replaced) = (room.file("ours \(name)"), room.file("replaced \(name)"))
  let shared = withDependencies {
    $0.saveThrottle = .none
  } operation: {
    Shared(
      wrappedValue: data,
      .fileStorage(ours) { @Sendable in
        $0
      } encode: { @Sendable in
        $0
      })
  }
  suite.compare("save \(name)", aim: .atMost(times: 1.3), to: "write, fsync, rename, fsync") {
    for _ in 0..<$0 { writeByHand(data, to: replaced, folder: room.folder.path) }
  } subject: {
    for _ in 0..<$0 { shared.withLock { $0[0] &+= 1 } }
  }
}

/// Changes that are saved at the end of the second.
private func addCollecting(in room: BenchmarkFolder, to suite: inout Suite) {
  let mutex = Mutex(Array(0..<10_000))
  let shared = Shared(wrappedValue: Array(0..<10_000), .fileStorage(room.file("collected")))
  suite.compare(
    "withLock of 10,000 numbers, saved once a second", aim: .under(.microseconds(5)),
    to: "Mutex.withLock"
  ) {
    for index in 0..<$0 { mutex.withLock { $0[index % 10_000] &+= 1 } }
  } subject: {
    for index in 0..<$0 { shared.withLock { $0[index % 10_000] &+= 1 } }
  }
}

private func addAppStorage(in room: BenchmarkFolder, to suite: inout Suite) {
  let foundation = UncheckedSendable(UserDefaults.standard)
  let ours = FileUserDefaults(url: room.file("suite.plist"), storage: .fileSystem)
  let shared = Shared(wrappedValue: 0, .appStorage("count", store: ours))
  suite.compare("appStorage, read", to: "UserDefaults.integer(forKey:)") {
    for _ in 0..<$0 { blackHole(foundation.value.integer(forKey: "SharingKeyBenchmarks")) }
  } subject: {
    for _ in 0..<$0 { blackHole(shared.wrappedValue) }
  }
  suite.compare("appStorage, withLock", to: "UserDefaults.set(_:forKey:)") {
    for value in 0..<$0 { foundation.value.set(value, forKey: "SharingKeyBenchmarks") }
    foundation.value.removeObject(forKey: "SharingKeyBenchmarks")
  } subject: {
    for _ in 0..<$0 { shared.withLock { $0 &+= 1 } }
  }
  suite.compare("make an appStorage property", to: "make a Shared(value:)") {
    for _ in 0..<$0 { blackHole(Shared(value: 0)) }
  } subject: {
    for _ in 0..<$0 { blackHole(Shared(wrappedValue: 0, .appStorage("count", store: ours))) }
  }
}

/// The time from a write request to another process until the value changes here.
private func addLatency(in room: BenchmarkFolder, to suite: inout Suite) {
  let (watched, unwatched) = (room.file("watched"), room.file("unwatched"))
  guard let writer = try? OtherWriter() else { return }
  let shared = Shared(wrappedValue: 0, .fileStorage(watched))
  let number = Mutex(0)
  suite.compare(
    "another process writes, until the value changes here", aim: .under(.milliseconds(20)),
    to: "until it confirms the write"
  ) {
    for _ in 0..<$0 {
      writer.write(1, to: unwatched)
      writer.waitUntilWritten()
    }
  } subject: {
    for _ in 0..<$0 {
      let changed = DispatchSemaphore(value: 0)
      withObservationTracking {
        blackHole(shared.wrappedValue)
      } onChange: {
        changed.signal()
      }
      writer.write(
        number.withLock {
          $0 += 1; return $0
        }, to: watched)
      changed.wait()
      writer.waitUntilWritten()
    }
  }
}
