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

/// Waits until tasks are served at once for a while, as they are not while many tests run.
///
/// A machine that is busy with other things for minutes is not waited for: the tests then show what
/// it can do.
func waitForQuiet() async {
  let clock = ContinuousClock()
  let deadline = clock.now + .seconds(300)
  var promptCount = 0
  while promptCount < 20, clock.now < deadline {
    let asked = clock.now
    await Task.detached {}.value
    promptCount = clock.now - asked < .milliseconds(3) ? promptCount + 1 : 0
    try? await Task.sleep(for: .milliseconds(25))
  }
}
