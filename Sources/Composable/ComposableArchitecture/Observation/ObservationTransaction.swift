import Dispatch
import RuntimeInternals

/// Collects notifications while a store reduces, so that observers see the state of after.
enum ObservationTransaction {
  // No access to these lasts, so that the run time need not check that none overlap.
  @MainActor @exclusivity(unchecked) private static var depth = 0
  @MainActor @exclusivity(unchecked) private static var pending: [ObservationRegistrar] = []

  private final class Marker: Sendable {}
  private static let marker = Marker()
  /// Set while a store reduces. Later changes belong to the code it calls.
  private static let reducing = ThreadLocal<Marker>()

  /// Marks the main queue, which runs the main actor's jobs.
  private static let mainQueueKey: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether the running code was called by a store that is reducing.
  static var isReducingHere: Bool { reducing.value != nil }

  /// Whether the running code is on the main actor, or called by it.
  static var isOnMainActor: Bool { DispatchQueue.getSpecific(key: mainQueueKey) != nil }

  @MainActor
  static func begin() {
    depth += 1
    if depth == 1 { reducing.value = marker }
  }

  @MainActor
  static func commit() {
    depth -= 1
    guard depth == 0
    else { return }
    reducing.value = nil
    guard !pending.isEmpty
    else { return }
    let registrars = pending
    pending = []
    for registrar in registrars { registrar.deliver() }
  }

  /// Runs observers: at once, or after the reducing store that called the running code.
  ///
  /// - Parameters:
  ///   - registrar: The observers.
  ///   - isOfMain: Whether they observe on the main actor, and are called there: the last copy of a
  ///     state may go in an effect.
  static func notify(_ registrar: ObservationRegistrar, isOfMain: Bool) {
    if isReducingHere {
      MainActor.assumeIsolated { pending.append(registrar) }
    } else if isOfMain, !isOnMainActor {
      Task { @MainActor in registrar.deliver() }
    } else {
      registrar.deliver()
    }
  }
}
