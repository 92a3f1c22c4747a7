import Dispatch
import Foundation
import Sharing
import Testing

@Suite struct CrossingLoadTests {
  @Test(
    "CUS-09 two keys that load each other do not wait for each other, on two threads",
    .timeLimit(.minutes(10)))
  func crossing() async {
    /// Resumes both when both have arrived.
    final class Meeting: Sendable {
      private let guests = LockIsolated<[DispatchSemaphore]>([])

      func attend() {
        let semaphore = DispatchSemaphore(value: 0)
        let all = guests.withLock { guests in
          guests.append(semaphore)
          return guests
        }
        if all.count == 2 { for guest in all { guest.signal() } }
        semaphore.wait()
      }
    }
    struct CrossingKey: SharedReaderKey {
      let id: Int
      let meeting: Meeting

      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        meeting.attend()
        @SharedReader(CrossingKey(id: -id, meeting: meeting)) var other = 0
        continuation.resume(returning: id)
      }
      func subscribe(
        context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
      ) -> SharedSubscription { .empty }
    }
    let meeting = Meeting()
    let values = await withTaskGroup(of: Int.self) { group in
      for id in [1, -1] {
        group.addTask {
          await withEscapedDependencies { dependencies in
            await withCheckedContinuation { continuation in
              Thread.detachNewThread {
                dependencies.yield {
                  @SharedReader(CrossingKey(id: id, meeting: meeting)) var value = 0
                  continuation.resume(returning: value)
                }
              }
            }
          }
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(values == [1, -1])
  }
}
