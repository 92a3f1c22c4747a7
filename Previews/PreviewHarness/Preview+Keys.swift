import Clocks
import ComposableArchitecture
import ComposableTerminal
public import TerminalUI

extension Preview {
  /// Presses keys in every state and place. Keys that are shown must have an effect, all others
  /// none. For a binding with several directions, one that works is enough: a list can't move up
  /// from its first row.
  ///
  /// At the first size, the keys shown are pressed in every place. At further sizes each is pressed
  /// once, and again wherever the first size shows other keys. Throws `UsageError` for a place with
  /// an unknown state, and ``ScriptStep/Unknown`` for an invalid script.
  public func keyFaults(sizes: [Size] = Size.checked) async throws -> [KeyFault] {
    try await checkKeys(sizes: sizes).faults
  }

  func checkKeys(sizes: [Size]) async throws -> KeyCheck {
    try await KeyWalkQueue.run { try await check(sizes: sizes) }
  }

  /// Bindings of all states and places, enabled or not. Throws as ``keyFaults(sizes:)`` does.
  public func keyOffers(at size: Size) async throws -> Set<KeyOffer> {
    try await KeyWalkQueue.run {
      let offers = LockIsolated<Set<KeyOffer>>([])
      // Serial, so that scripts are deterministic.
      try await withMainSerialExecutor {
        for walk in try walks(at: size) {
          let found = await IdleWait.$limit.withValue(.zero) { await walk.offers() }
          offers.withValue { $0.formUnion(found) }
        }
      }
      return offers.value
    }
  }

  private func check(sizes: [Size]) async throws -> KeyCheck {
    var check = KeyCheck(sizes: sizes)
    var places: Set<String> = []
    var offers: [String: Set<KeyOffer>] = [:]
    for size in sizes {
      var pressed: Set<KeyOffer> = []
      for walk in try walks(at: size) {
        places.insert(walk.place)
        // The features of previews stay on the main actor, so there is nothing else to wait for.
        check.faults += await IdleWait.$limit.withValue(.zero) {
          await walk.faults { offer in
            pressed.insert(offer).inserted || offers[walk.place]?.contains(offer) != true
          } offered: { offered in
            if size == sizes[0] { offers[walk.place] = offered }
          }
        }
        check.keyCount += walk.pressed.value
      }
    }
    check.placeCount = places.count
    return check
  }

  private func walks(at size: Size) throws -> [KeyWalk<Feature>] {
    states.filter { !$0.isLarge }.map { KeyWalk(self, from: $0, size: size) }
      + (try places.filter { $0.isAvailable(at: size) }.map { place in
        KeyWalk(
          self, from: try startingState(place.state), to: place.name,
          by: try ScriptStep.parse(place.script).flatMap(\.steps), size: size)
      })
  }
}

extension Preview.Place {
  fileprivate func isAvailable(at size: Size) -> Bool {
    size.width <= largest.width && size.height <= largest.height
  }
}

/// Runs one walk at a time, because a walk waits until the whole process is idle.
@MainActor
private enum KeyWalkQueue {
  private static var last: Task<Void, Never>?

  static func run<Value: Sendable>(
    _ walk: @escaping @MainActor @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { [last] in
      await last?.value
      return try await walk()
    }
    last = Task { _ = await task.result }
    return try await task.value
  }
}

@MainActor
private struct KeyWalk<Feature: Reducer> {
  private let preview: Preview<Feature>
  let place: String
  let pressed = LockIsolated(0)
  private let size: Size
  private let state: Preview<Feature>.StartingState
  private let steps: [ScriptStep]

  init(
    _ preview: Preview<Feature>, from state: Preview<Feature>.StartingState,
    to place: String? = nil, by steps: [ScriptStep] = [], size: Size
  ) {
    self.preview = preview
    self.place = [state.name, place].compactMap { $0 }.joined(separator: ", ")
    self.size = size
    self.state = state
    self.steps = steps
  }

  private struct Session {
    let session: PreviewSession<Feature>
    let count: LockIsolated<Int>
    let unusedKey: Key?
  }

  func faults(
    _ isPressed: (KeyOffer) -> Bool, offered: (Set<KeyOffer>) -> Void
  ) async -> [KeyFault] {
    let session = await begin()
    if let unusedKey = session.unusedKey {
      return [KeyFault(unusedKey, in: place, at: size, .unusedInScript)]
    }
    let commands = session.session.screen.keySections.flatMap(\.commands).filter(\.isEnabled)
    let hidden = hiddenEscape(in: commands, session.session.frame)
    let dead = await keysWithoutEffect(of: commands.filter { isPressed(KeyOffer($0)) }, session)
    offered(Set(commands.map(KeyOffer.init)))
    return await dead + undocumentedKeys(beside: Set(commands.flatMap { $0.strokes.joined() }))
      + hidden
  }

  /// The footer may leave out any key but the one that closes or cancels. A question shows buttons.
  private func hiddenEscape(in commands: [KeyCommand], _ frame: Frame) -> [KeyFault] {
    guard let command = commands.first(where: { $0.strokes.joined().contains(.escape) }),
      frame.tags(Dialog.Button.self).isEmpty
    else { return [] }
    let isShown = command.footerItem.map(frame.tags(HelpFooter.Item.self).contains) ?? false
    return isShown ? [] : [KeyFault(.escape, in: place, at: size, .hidden(help: command.help))]
  }

  func offers() async -> [KeyOffer] {
    await begin().session.screen.keySections.flatMap(\.commands).map(KeyOffer.init)
  }

  private func begin() async -> Session {
    let count = LockIsolated(0)
    // 1,000 for each action, and 1 for each change of the state or dismissal.
    let session = PreviewSession(preview, from: state, size: size) {
      count.withValue { $0 += 1 }
    } onAction: { isChange in
      count.withValue { $0 += isChange ? 1001 : 1000 }
    }
    await session.begin()
    var unusedKey: Key?
    for step in steps {
      let isUsed = await session.perform(step)
      if !isUsed, unusedKey == nil, case .event(.key(let key)) = step { unusedKey = key }
    }
    // The screen gets the layout of a frame with the next event.
    let known = count.value
    _ = session.handle(.focus(true))
    if count.value > known { await session.settle() }
    return Session(session: session, count: count, unusedKey: unusedKey)
  }

  /// Returns whether the key changes the frame or the state, starts an effect that sends an
  /// action, or ends the program.
  private func changes(_ key: Key, _ session: Session) async -> Bool {
    let before = (session.session.frame, session.count.value)
    pressed.withValue { $0 += 1 }
    guard session.session.handle(.key(key))
    else { return session.session.screen.ends(on: key) }
    // A screen acts only by sending actions.
    guard session.count.value > before.1
    else { return false }
    func happened() -> Int { preview.isProgram ? 0 : session.count.value - before.1 }
    // Most keys change something at once.
    if happened() % 1000 > 0 || session.session.redraw() != before.0 { return true }
    await session.session.settle()
    return session.session.frame != before.0 || happened() % 1000 > 0 || happened() / 1000 > 1
  }

  private func keysWithoutEffect(of commands: [KeyCommand], _ first: Session) async -> [KeyFault] {
    var faults: [KeyFault] = []
    var session = first
    for command in commands {
      var dead: [Key] = []
      var isAlive = false
      for stroke in command.strokes where !isAlive {
        var deadNames: [Key] = []
        for key in stroke where !Self.endsEveryProgram(key) {
          guard await changes(key, session)
          else {
            deadNames.append(key)
            continue
          }
          isAlive = true
          session = await begin()
        }
        // Another direction may be blocked here, but every key of the same direction must work.
        if isAlive { dead = deadNames } else { dead += deadNames }
      }
      faults += dead.map { KeyFault($0, in: place, at: size, .noEffect(help: command.help)) }
    }
    return faults
  }

  private func undocumentedKeys(beside offered: Set<Key>) async -> [KeyFault] {
    var faults: [KeyFault] = []
    var session = await begin()
    let screen = session.session.screen
    for key in Self.allKeys where !offered.contains(key) && !Self.endsEveryProgram(key) {
      if screen.types(key) { continue }
      guard await changes(key, session)
      else { continue }
      faults.append(KeyFault(key, in: place, at: size, .undocumented))
      session = await begin()
    }
    return faults
  }

  private static func endsEveryProgram(_ key: Key) -> Bool { key == .ctrl("c") }

  private static var allKeys: [Key] {
    let characters = (0x21...0x7e).compactMap { Unicode.Scalar($0).map(Character.init) }
    let letters = "abcdefghijklmnopqrstuvwxyz"
    return characters.map { Key(.character($0)) } + letters.map { .ctrl($0) }
      + [
        .space, .enter, .escape, .tab, .backtab, .up, .down, .left, .right, .pageUp, .pageDown,
        .home, .end, .delete, .backspace,
      ] + (1...12).map { .function($0) }
  }
}
