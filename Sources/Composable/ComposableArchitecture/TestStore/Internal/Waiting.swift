import Clocks
import ConcurrencyExtras

/// Lets running effects proceed until they wait for something.
func letEffectsRun(isolation: isolated (any Actor)? = #isolation) async {
  guard uncheckedUseMainSerialExecutor
  else { return await yieldUntilIdle() }
  await MainSerialExecution.waitUntilIdle()
}

/// Waits until a condition holds.
///
/// - Parameters:
///   - nanoseconds: How long to wait, in real time.
///   - isolation: The actor that evaluates the condition: the caller's.
///   - condition: The condition to wait for.
/// - Returns: Whether the condition held in time.
func wait(
  atMost nanoseconds: UInt64, isolation: isolated (any Actor)? = #isolation,
  until condition: () -> Bool
) async -> Bool {
  if condition() { return true }
  await letEffectsRun()
  let longestPause: UInt64 = 500_000
  var pause: UInt64 = 20_000
  let end = ContinuousClock.now + .nanoseconds(Int64(clamping: nanoseconds))
  // Time alone is not enough if parallel tests keep the executor busy: the effects must have had
  // turns as well.
  var turns = min(nanoseconds / longestPause, 100)
  while !condition() {
    guard turns > 0 || ContinuousClock.now < end, !Task.isCancelled
    else { return false }
    turns -= min(turns, 1)
    // The rest takes real time: a thread, a file, a child process.
    try? await Task.sleep(for: .nanoseconds(pause))
    pause = min(pause * 2, longestPause)
    await Task.yield()
  }
  return true
}

extension Duration {
  /// The duration in nanoseconds, saturated.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0
    else { return 0 }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : whole &+ UInt64(attoseconds / 1_000_000_000)
  }
}
