import ComposableArchitecture
import ComposableTerminal
import Styleguide
import TerminalUI

/// A running feature with a fixed clock, fixed IDs, and a fixed date, so that the same steps always
/// lead to the same frames.
@MainActor
final class PreviewSession<Feature: Reducer> {
  let screen: any Screen
  let store: StoreOf<Feature>
  private(set) var frame: Frame
  private let clock: TestClock<Duration>
  private let glyphs: Glyphs
  private var size: Size

  static var tick: Duration { .milliseconds(50) }

  convenience init(
    _ preview: Preview<Feature>, from start: Preview<Feature>.StartingState, size: Size,
    glyphs: Glyphs = .unicode, log: ((String) -> Void)?
  ) {
    self.init(preview, from: start, size: size, glyphs: glyphs) {
      preview.store(start, log: log, control: $0)
    }
  }

  convenience init(
    _ preview: Preview<Feature>, from start: Preview<Feature>.StartingState, size: Size,
    onDismiss: @escaping @MainActor @Sendable () -> Void,
    onAction: @escaping (_ isChange: Bool) -> Void
  ) {
    let printer = _ReducerPrinter<Feature.State, Feature.Action> { _, old, new in
      onAction(!isEqual(old, new))
    }
    self.init(preview, from: start, size: size, glyphs: .unicode) { control in
      preview.store(start, printer: printer) {
        control(&$0)
        $0.dismiss = DismissEffect { onDismiss() }
      }
    }
  }

  private init(
    _ preview: Preview<Feature>, from start: Preview<Feature>.StartingState, size: Size,
    glyphs: Glyphs, makeStore: ((inout DependencyValues) -> Void) -> StoreOf<Feature>
  ) {
    let clock = TestClock()
    self.clock = clock
    self.glyphs = glyphs
    self.size = size
    store = makeStore {
      $0.continuousClock = clock
      // Sessions must not share stored values.
      $0.defaultAppStorage = .inMemory
      $0.defaultFileStorage = .inMemory
      $0.date = .constant(Date(timeIntervalSince1970: 1_767_225_600))
      $0.uuid = .incrementing
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(FixedRandomNumbers())
    }
    screen = preview.screen(store)
    frame = Frame(size: size)
  }

  func begin() async {
    _ = screen.handle(.resize(size), in: frame)
    await clock.advance()
    draw()
  }

  /// Returns whether the feature handled the step.
  @discardableResult
  func perform(_ step: ScriptStep) async -> Bool {
    var isUsed = true
    switch step {
    case .wait(let duration):
      // In the ticks of a recorded session. With a single advance, sleepers with the same deadline
      // would wake in a different order.
      var left = duration
      repeat {
        await clock.advance(by: min(left, Self.tick))
        left -= Self.tick
      } while left > .zero
    case .event(let event):
      isUsed = handle(event)
      await clock.advance()
    }
    draw()
    return isUsed
  }

  /// Handles an event without waiting for its effects.
  func handle(_ event: Event) -> Bool {
    if case .resize(let new) = event { size = new }
    return screen.handle(event, in: frame)
  }

  func settle() async {
    await clock.advance()
    draw()
  }

  func redraw() -> Frame {
    draw()
    return frame
  }

  private func draw() {
    frame = Frame(screen.view, size: size, glyphs: glyphs)
  }
}

private struct FixedRandomNumbers: RandomNumberGenerator {
  private var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

private func isEqual(_ old: Any, _ new: Any) -> Bool {
  func compare<Value: Equatable>(_ old: Value) -> Bool { old == new as? Value }
  return (old as? any Equatable).map { compare($0) } ?? (diff(old, new) == nil)
}
