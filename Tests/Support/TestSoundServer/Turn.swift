import Foundation

/// Lets one test after the other have a sound server.
actor Turn {
  static let shared = Turn()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until nobody has a turn, in the order of asking.
  func take() async throws {
    try Task.checkCancellation()
    guard isTaken
    else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func give() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}

/// Waits until tasks are mostly served at once for a while, as they are not while many tests run.
///
/// A machine that is busy with other things for minutes is not waited for: the tests then show what
/// it can do.
public func waitForQuiet() async {
  let clock = ContinuousClock()
  let deadline = clock.now + .seconds(300)
  var promptCount = 0
  while promptCount < 20, clock.now < deadline {
    let asked = clock.now
    await Task.detached {}.value
    let isPrompt = clock.now - asked < .milliseconds(3) && otherRunningCount <= 1
    // Not from the beginning again: between the two readings of a count a thread may wake.
    promptCount = isPrompt ? promptCount + 1 : max(0, promptCount - 3)
    try? await Task.sleep(for: .milliseconds(25))
  }
}

/// How many threads of the whole machine run or want to, those of this process left out: programs
/// that other tests have started keep it as busy as these tests do. The threads that serve tasks are
/// woken in twos and threes for one of them, and would look like such programs.
private var otherRunningCount: Int {
  let words = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ")
  guard let words, words.count > 3, let count = words[3].split(separator: "/").first
  else { return 0 }
  return (Int(count) ?? 0) - ownRunningCount
}

private var ownRunningCount: Int {
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  return threads.count { thread in
    let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
    // The state stands behind the name, which is in parentheses and may hold some itself.
    return text?.split(separator: ")").last?.hasPrefix(" R") == true
  }
}
