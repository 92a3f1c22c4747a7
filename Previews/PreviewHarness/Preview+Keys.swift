import Clocks
import ComposableArchitecture
import ComposableTerminal
public import TerminalUI

extension Preview {
  /// Presses keys in every state and place: those that a screen offers have to do something, and no
  /// others may. Of the keys of several directions one is enough: nobody goes up from the first line.
  ///
  /// At the first size, every key that is offered is pressed in every place; at each further size it
  /// is once, and wherever the first size does not offer it in the same way.
  ///
  /// - Parameter sizes: How large the frames are, one after another.
  /// - Throws: `UsageError` for a place that begins in no state, and ``ScriptStep/Unknown`` for one
  ///   whose script means nothing.
  public func keyFaults(sizes: [Size] = Size.checked) async throws -> [KeyFault] {
    try await KeyWalks.inTurn { try await findFaults(sizes: sizes) }
  }

  /// What the keys are to do in every state and place, whether they can be used there or not.
  ///
  /// - Parameter size: How large the frames are.
  /// - Throws: As ``keyFaults(sizes:)`` does.
  public func keyOffers(at size: Size) async throws -> Set<KeyOffer> {
    try await KeyWalks.inTurn {
      let offers = LockIsolated<Set<KeyOffer>>([])
      // One thing after another, so that every script leads to its place.
      try await withMainSerialExecutor {
        for walk in try walks(at: size) {
          let found = await IdleWait.$limit.withValue(.zero) { await walk.offers() }
          offers.withValue { $0.formUnion(found) }
        }
      }
      return offers.value
    }
  }

  private func findFaults(sizes: [Size]) async throws -> [KeyFault] {
    var faults: [KeyFault] = []
    var offers: [String: Set<KeyOffer>] = [:]
    for size in sizes {
      var pressed: Set<KeyOffer> = []
      for walk in try walks(at: size) {
        // No preview's feature leaves the main actor's thread: nobody else is to be waited for.
        faults += await IdleWait.$limit.withValue(.zero) {
          await walk.faults { offer in
            pressed.insert(offer).inserted || offers[walk.place]?.contains(offer) != true
          } offered: { offered in
            if size == sizes[0] { offers[walk.place] = offered }
          }
        }
      }
    }
    return faults
  }

  private func walks(at size: Size) throws -> [KeyWalk<Feature>] {
    states.filter { !$0.isLive && !$0.isLarge }.map { KeyWalk(self, from: $0, size: size) }
      + (try places.filter { $0.hasRoom(size) }.map { place in
        KeyWalk(
          self, from: try startingState(place.state), to: place.name,
          by: try ScriptStep.parse(place.script).flatMap(\.steps), size: size)
      })
  }
}

extension Preview.Place {
  /// Whether a terminal of that size has it.
  fileprivate func hasRoom(_ size: Size) -> Bool {
    size.width <= largest.width && size.height <= largest.height
  }
}

/// The walks of this process. Each waits again and again until all is at rest, which two at once would
/// keep each other from.
@MainActor
private enum KeyWalks {
  private static var last: Task<Void, Never>?

  static func inTurn<Value: Sendable>(
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

/// The keys of one place.
@MainActor
private struct KeyWalk<Feature: Reducer> {
  private let preview: Preview<Feature>
  let place: String
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

  /// A session, and how many times something has happened in it.
  private struct Session {
    let session: PreviewSession<Feature>
    let count: LockIsolated<Int>
    /// The first key on the way that was of no use.
    let lost: Key?
  }

  /// - Parameters:
  ///   - isPressed: Whether to press the keys of an offer.
  ///   - offered: Told of all that is offered, when it has been pressed.
  func faults(
    _ isPressed: (KeyOffer) -> Bool, offered: (Set<KeyOffer>) -> Void
  ) async -> [KeyFault] {
    let session = await begin()
    if let lost = session.lost { return [KeyFault(lost, in: place, at: size, .isNoWay)] }
    let commands = session.session.screen.keySections.flatMap(\.commands).filter(\.isEnabled)
    let dead = await deadKeys(of: commands.filter { isPressed(KeyOffer($0)) }, session)
    offered(Set(commands.map(KeyOffer.init)))
    return await dead + secretKeys(beside: Set(commands.flatMap { $0.strokes.joined() }))
  }

  func offers() async -> [KeyOffer] {
    await begin().session.screen.keySections.flatMap(\.commands).map(KeyOffer.init)
  }

  private func begin() async -> Session {
    let count = LockIsolated(0)
    // Thousands are actions, and ones what they have changed.
    let session = PreviewSession(preview, from: state, size: size) {
      count.withValue { $0 += 1 }
    } onAction: { isChange in
      count.withValue { $0 += isChange ? 1001 : 1000 }
    }
    await session.begin()
    var lost: Key?
    for step in steps {
      let isUsed = await session.perform(step)
      if !isUsed, lost == nil, case .event(.key(let key)) = step { lost = key }
    }
    // What the frame says of the terminal is known from the next event on.
    let known = count.value
    _ = session.handle(.focus(true))
    if count.value > known { await session.settle() }
    return Session(session: session, count: count, lost: lost)
  }

  /// Whether the key does anything: the frame or the state changes, an effect answers, or the program
  /// ends.
  private func changes(_ key: Key, _ session: Session) async -> Bool {
    let before = (session.session.frame, session.count.value)
    guard session.session.handle(.key(key))
    else { return session.session.screen.ends(on: key) }
    // All that a screen does is to send actions.
    guard session.count.value > before.1
    else { return false }
    func happened() -> Int { preview.isWhole ? 0 : session.count.value - before.1 }
    // Most keys change something at once.
    if happened() % 1000 > 0 || session.session.redraw() != before.0 { return true }
    await session.session.settle()
    return session.session.frame != before.0 || happened() % 1000 > 0 || happened() / 1000 > 1
  }

  private func deadKeys(of commands: [KeyCommand], _ first: Session) async -> [KeyFault] {
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
        // Other directions may lead nowhere now; another name of what is done may not.
        if isAlive { dead = deadNames } else { dead += deadNames }
      }
      faults += dead.map { KeyFault($0, in: place, at: size, .isDead(help: command.help)) }
    }
    return faults
  }

  private func secretKeys(beside offered: Set<Key>) async -> [KeyFault] {
    var faults: [KeyFault] = []
    var session = await begin()
    let screen = session.session.screen
    for key in Self.allKeys where !offered.contains(key) && !Self.endsEveryProgram(key) {
      if screen.types(key) { continue }
      guard await changes(key, session)
      else { continue }
      faults.append(KeyFault(key, in: place, at: size, .isSecret))
      session = await begin()
    }
    return faults
  }

  /// What ends every program is nobody's to do.
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
