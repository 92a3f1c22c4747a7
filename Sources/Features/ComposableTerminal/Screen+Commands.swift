import ComposableArchitecture
public import TerminalUI

public enum Typing: Sendable {
  case nothing
  /// Keys that edit text. Other keys go to the surrounding screens.
  case text
  /// Every key, so that none reaches a command behind the screen.
  case everything
}

/// A key binding of any screen, independent of its action type.
@MainActor
public struct KeyCommand {
  public let keys: String
  public let strokes: [[Key]]
  public let help: String
  public let isEnabled: Bool
  public let footerItem: HelpFooter.Item?
  /// `nil` if the binding has several directions or the screen handles the keys itself.
  public let perform: (() -> Void)?
}

@MainActor
public struct KeySection {
  public let title: String
  public let commands: [KeyCommand]
}

extension Screen {
  /// The bindings of ``keys``, without the keys that a child screen handles.
  public var availableKeys: [KeyBinding<Action>] { availableKeys(behind: nil) }

  public func availableKeys(behind front: (any Screen)?) -> [KeyBinding<Action>] {
    guard let inner = front ?? child
    else { return keys }
    let isTyping = inner.isTyping
    let taken = front == nil ? inner.claimedKeys : ClaimedKeys(includesAll: true)
    return keys.compactMap { binding in
      binding.removingKeys { key in
        binding.isGlobal ? isTyping && key.isTextInput : taken.contains(key)
      }
    }
  }

  /// The key bindings of all visible screens, innermost first.
  public var keySections: [KeySection] { keySections(behind: front) }

  public func keySections(behind front: (any Screen)?) -> [KeySection] {
    let commands = availableKeys(behind: front).map { binding in
      let action = binding.strokes.count == 1 ? binding.strokes[0].action : nil
      return KeyCommand(
        keys: binding.allKeyNames, strokes: binding.strokes.map(\.keys), help: binding.help,
        isEnabled: binding.isEnabled, footerItem: binding.footerItem,
        perform: action.map { action in { [store] in store.send(action) } })
    }
    let own = commands.isEmpty ? [] : [KeySection(title: name, commands: commands)]
    return ((front ?? child)?.keySections ?? []) + own
  }

  var claimedKeys: ClaimedKeys {
    guard front == nil
    else { return ClaimedKeys(includesAll: true) }
    var taken = child?.claimedKeys ?? ClaimedKeys()
    taken.includesAll = taken.includesAll || typing == .everything
    taken.includesTextInput = taken.includesTextInput || typing == .text
    for binding in keys where binding.isEnabled {
      for stroke in binding.strokes { taken.keys.formUnion(stroke.keys) }
    }
    return taken
  }

  public func ends(on key: Key) -> Bool {
    func ends(_ binding: KeyBinding<Action>) -> Bool {
      binding.endsProgram && binding.strokes.contains { $0.keys.contains(key) }
    }
    return key == .ctrl("c")
      || keys.contains(where: ends) && availableKeys(behind: front).contains(where: ends)
  }

  public var isTyping: Bool {
    front?.isTyping ?? (child?.isTyping == true || typing != .nothing)
  }

  public func types(_ key: Key) -> Bool { isTyping && key.isTextInput }
}

struct ClaimedKeys {
  var includesAll = false
  var includesTextInput = false
  var keys: Set<Key> = []

  /// Ctrl-C is never taken, because it ends every program.
  func contains(_ key: Key) -> Bool {
    key != .ctrl("c") && (includesAll || keys.contains(key) || includesTextInput && key.isTextInput)
  }
}

extension Key {
  fileprivate var isTextInput: Bool {
    var field = TextFieldState()
    return field.handle(self)
  }
}
