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
  public var openKeys: [KeyBinding<Action>] {
    guard let child
    else { return keys }
    return keys.compactMap { $0.leaving(out: child.takes) }
  }

  /// What the keys do here, the innermost place first.
  public var keySections: [KeySection] {
    front?.keySections ?? keySectionsBehind
  }

  /// The same, as if nothing stood in front.
  public var keySectionsBehind: [KeySection] {
    let commands = openKeys.map { binding in
      let action = binding.strokes.count == 1 ? binding.strokes[0].action : nil
      return KeyCommand(
        keys: binding.allKeyNames, strokes: binding.strokes.map(\.keys), help: binding.help,
        isEnabled: binding.isEnabled,
        perform: action.map { action in { [store] in store.send(action) } })
    }
    return (child?.keySections ?? []) + [KeySection(title: name, commands: commands)]
  }

  /// Whether the key does something here, so that no screen around this one gets it.
  ///
  /// Ctrl-C is never taken: it ends every program.
  public func takes(_ key: Key) -> Bool {
    guard key != .ctrl("c")
    else { return false }
    return front != nil || child?.takes(key) == true
      || keys.contains { $0.isEnabled && $0.strokes.contains { $0.keys.contains(key) } }
      || types(key)
  }

  /// Whether what is typed now is text.
  public var isTyping: Bool {
    front?.isTyping ?? (child?.isTyping == true || typing != .nothing)
  }

  private func types(_ key: Key) -> Bool {
    switch typing {
    case .nothing: return false
    case .everything: return true
    case .text:
      var field = TextFieldState()
      return field.handle(key)
    }
  }
}
