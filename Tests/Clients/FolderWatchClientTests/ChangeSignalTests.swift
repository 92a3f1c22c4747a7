import FolderWatchClient
import Foundation
import Testing

struct ChangeSignalTests {
  @Test("Earlier changes are not awaited, and each change is reported once")
  func before() async {
    let signal = ChangeSignal()
    signal.send()
    signal.send()
    await signal.wait()
    let ended = await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await signal.wait()
        return Task.isCancelled
      }
      group.cancelAll()
      return await group.next()
    }
    #expect(ended == true)
  }

  @Test("A change resumes all waiters")
  func all() async {
    let signal = ChangeSignal()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { await signal.wait() } }
      var ended = 0
      // A task that does not wait yet sees the event, or waits for the next one.
      signal.send()
      while await group.next() != nil {
        ended += 1
        signal.send()
      }
      #expect(ended == 10)
    }
  }

  @Test("A wait ends with its task")
  func cancelled() async {
    let signal = ChangeSignal()
    let waiting = Task { await signal.wait() }
    waiting.cancel()
    await waiting.value
  }
}
