import ComposableArchitecture
import ComposableTerminal
public import TerminalClient
public import TerminalUI

/// A key that is not as the screen says.
public struct KeyFault: Equatable, CustomStringConvertible, Sendable {
  public enum Reason: Equatable, Sendable {
    /// It is offered, and does nothing.
    case isDead(help: String)
    /// It does something, and nobody says so.
    case isSecret
  }

  /// There are some.
  struct Found: Error, CustomStringConvertible {
    let count: Int

    var description: String { "\(count) keys are not as the screens say" }
  }

  public let state: String
  public let key: Key
  public let reason: Reason

  public init(state: String, key: Key, reason: Reason) {
    self.state = state
    self.key = key
    self.reason = reason
  }

  public var description: String {
    switch reason {
    case .isDead(let help): "\(state): \(key) does nothing, and is to: \(help)"
    case .isSecret: "\(state): \(key) does something, and nothing says so"
    }
  }
}

extension Preview {
  /// Presses every key in every state: those that a screen offers have to do something, and no others
  /// may. Of the keys of several directions one is enough: nobody goes up from the first line.
  ///
  /// - Parameters:
  ///   - size: How large the frames are.
  ///   - script: What is done before, as the words of a script, to come to a place that no state
  ///     begins in.
  public func keyFaults(
    size: Size = Size(width: 120, height: 30), after script: String = ""
  ) async -> [KeyFault] {
    var faults: [KeyFault] = []
    let steps = (try? ScriptStep.parse(script).flatMap(\.steps)) ?? []
    for state in states where !state.isLive && !state.isLarge {
      let walk = KeyWalk(preview: self, state: state, size: size, steps: steps)
      faults += await walk.deadKeys()
      faults += await walk.secretKeys()
    }
    return faults
  }
}

/// The keys of one state.
@MainActor
private struct KeyWalk<Feature: Reducer> {
  let preview: Preview<Feature>
  let state: Preview<Feature>.StartingState
  let size: Size
  let steps: [ScriptStep]

  /// A session, and how many times something has happened in it.
  private struct Session {
    let session: PreviewSession<Feature>
    let count: LockIsolated<Int>
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
    for step in steps { await session.perform(step) }
    return Session(session: session, count: count)
  }

  /// Whether the key does anything: the frame or the state changes, or an effect answers.
  private func changes(_ key: Key, _ session: Session) async -> Bool {
    let before = (session.session.frame, session.count.value)
    guard session.session.handle(.key(key))
    else { return false }
    // Most keys change the state at once.
    if (session.count.value - before.1) % 1000 > 0 { return true }
    await session.session.settle()
    let happened = session.count.value - before.1
    return session.session.frame != before.0 || happened % 1000 > 0 || happened / 1000 > 1
  }

  func deadKeys() async -> [KeyFault] {
    var faults: [KeyFault] = []
    let commands = await begin().session.screen.keySections.flatMap(\.commands)
    for command in commands where command.isEnabled {
      var dead: [Key] = []
      var isAlive = false
      for key in command.strokes.joined() where !Self.endsProgram(key) {
        if await changes(key, begin()) { isAlive = true } else { dead.append(key) }
      }
      // Other directions may lead nowhere now; two names of one thing may not.
      if command.strokes.count == 1 || !isAlive {
        faults += dead.map {
          KeyFault(state: state.name, key: $0, reason: .isDead(help: command.help))
        }
      }
    }
    return faults
  }

  func secretKeys() async -> [KeyFault] {
    var faults: [KeyFault] = []
    var session = await begin()
    let screen = session.session.screen
    let offered = Set(
      screen.keySections.flatMap(\.commands).filter(\.isEnabled).flatMap { $0.strokes.joined() })
    for key in Self.allKeys where !offered.contains(key) && !Self.endsProgram(key) {
      if screen.isTyping, Self.isTyped(key) { continue }
      guard await changes(key, session)
      else { continue }
      faults.append(KeyFault(state: state.name, key: key, reason: .isSecret))
      session = await begin()
    }
    return faults
  }

  /// What ends every program is nobody's to do.
  private static func endsProgram(_ key: Key) -> Bool { key == "q" || key == .ctrl("c") }

  private static func isTyped(_ key: Key) -> Bool {
    var field = TextFieldState()
    return field.handle(key)
  }

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
