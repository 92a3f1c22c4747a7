import ComposableArchitecture
public import TerminalUI

/// Which keys a screen takes as text.
public enum Typing: Sendable {
  case nothing
  /// What can be typed; other keys go to the screens around it.
  case text
  /// Every key: one that types nothing is no command of what lies behind, either.
  case everything
}

/// A binding of a screen, whatever the screen's actions are: what the page of help lists.
@MainActor
public struct KeyCommand {
  /// The keys, as they are written for a person.
  public let keys: String
  /// The keys of each direction; one group where there is none.
  public let strokes: [[Key]]
  /// What it does, in a sentence without a full stop.
  public let help: String
  /// Whether it does anything now.
  public let isEnabled: Bool
  /// Does it; `nil` where it has several directions, or is done by the keys themselves.
  public let perform: (() -> Void)?
}

/// What the keys do in one place.
@MainActor
public struct KeySection {
  /// What the place is called.
  public let title: String
  public let commands: [KeyCommand]
}

extension Screen {
  /// The bindings of ``keys``, without the keys that a part of the screen gets first.
  public var openKeys: [KeyBinding<Action>] { openKeys(behind: nil) }

  /// The bindings of ``keys`` that are left where something stands in front of the screen.
  public func openKeys(behind front: (any Screen)?) -> [KeyBinding<Action>] {
    guard let inner = front ?? child
    else { return keys }
    let isTyping = inner.isTyping
    // What stands in front gets every key.
    let taken = front == nil ? inner.takenKeys : TakenKeys(areAll: true)
    return keys.compactMap { binding in
      binding.leaving { key in
        binding.isEverywhere ? isTyping && key.isTyped : taken.contains(key)
      }
    }
  }

  /// What the keys do here, the innermost place first.
  public var keySections: [KeySection] { keySections(behind: front) }

  /// The same, as if only that stood in front.
  public func keySections(behind front: (any Screen)?) -> [KeySection] {
    let commands = openKeys(behind: front).map { binding in
      let action = binding.strokes.count == 1 ? binding.strokes[0].action : nil
      return KeyCommand(
        keys: binding.allKeyNames, strokes: binding.strokes.map(\.keys), help: binding.help,
        isEnabled: binding.isEnabled,
        perform: action.map { action in { [store] in store.send(action) } })
    }
    let own = commands.isEmpty ? [] : [KeySection(title: name, commands: commands)]
    return ((front ?? child)?.keySections ?? []) + own
  }

  /// The keys that do something here, so that no screen around this one gets them.
  var takenKeys: TakenKeys {
    guard front == nil
    else { return TakenKeys(areAll: true) }
    var taken = child?.takenKeys ?? TakenKeys()
    taken.areAll = taken.areAll || typing == .everything
    taken.areTyped = taken.areTyped || typing == .text
    for binding in keys where binding.isEnabled {
      for stroke in binding.strokes { taken.keys.formUnion(stroke.keys) }
    }
    return taken
  }

  /// Whether the key ends the program, where nothing on the screen has handled it.
  public func ends(on key: Key) -> Bool {
    func ends(_ binding: KeyBinding<Action>) -> Bool {
      binding.endsProgram && binding.strokes.contains { $0.keys.contains(key) }
    }
    return key == .ctrl("c")
      || keys.contains(where: ends) && openKeys(behind: front).contains(where: ends)
  }

  /// Whether what is typed now is text.
  public var isTyping: Bool {
    front?.isTyping ?? (child?.isTyping == true || typing != .nothing)
  }

  /// Whether the key changes a text that is typed now.
  public func types(_ key: Key) -> Bool { isTyping && key.isTyped }
}

/// The keys that a screen has a use for.
struct TakenKeys {
  var areAll = false
  /// Whether those are among them that change a text.
  var areTyped = false
  var keys: Set<Key> = []

  /// Ctrl-C is never taken: it ends every program.
  func contains(_ key: Key) -> Bool {
    key != .ctrl("c") && (areAll || keys.contains(key) || areTyped && key.isTyped)
  }
}

extension Key {
  /// Whether it changes a text that is being typed.
  fileprivate var isTyped: Bool {
    var field = TextFieldState()
    return field.handle(self)
  }
}
