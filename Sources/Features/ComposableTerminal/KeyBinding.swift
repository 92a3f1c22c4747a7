import ComposableArchitecture
public import TerminalUI

/// Keys, the action that each of them sends, and their names for the user. A screen lists its
/// bindings once, in ``Screen/keys``, for key handling, footer and help.
public struct KeyBinding<Action> {
  public struct Stroke {
    public let keys: [Key]
    /// `nil` if the screen's ``Screen/handleInput(_:in:)`` handles the keys.
    public let action: Action?
  }

  public private(set) var strokes: [Stroke]
  /// The footer's name for it; `nil` to leave it out of the footer.
  public let label: String?
  /// A phrase without a full stop.
  public let help: String
  /// While disabled, the keys reach other screens and the footer leaves them out.
  public let isEnabled: Bool
  /// The footer shows it even without room for the bindings before it.
  public private(set) var isAlwaysShown = false
  /// The keys end the program, unless something on the screen handles them.
  public private(set) var endsProgram = false
  /// Handled before the screen's child and front, unless they type the key as text.
  public private(set) var isGlobal = false

  /// Keys with the same action. The footer names the first.
  public init(
    _ keys: [Key], _ action: Action, _ label: String? = nil, help: String, isEnabled: Bool = true
  ) {
    self.init(strokes: [Stroke(keys: keys, action: action)], label, help: help, isEnabled)
  }

  /// Keys with one action per direction. The footer names the first key of each.
  public init<Value>(
    _ keys: KeyValuePairs<[Key], Value>, _ action: (Value) -> Action, _ label: String? = nil,
    help: String, isEnabled: Bool = true
  ) {
    self.init(
      strokes: keys.map { Stroke(keys: $0, action: action($1)) }, label, help: help, isEnabled)
  }

  /// Keys handled by ``Screen/handleInput(_:in:)``. The footer names all of them.
  public static func input(
    _ keys: [Key], _ label: String? = nil, help: String, isEnabled: Bool = true
  ) -> Self {
    Self(strokes: keys.map { Stroke(keys: [$0], action: nil) }, label, help: help, isEnabled)
  }

  /// Keys that end the program: see ``Screen/run(on:clock:onStop:)``.
  public static func quit(_ keys: [Key], _ label: String? = nil, help: String) -> Self {
    var binding = Self(strokes: [Stroke(keys: keys, action: nil)], label, help: help, true)
    binding.endsProgram = true
    return binding
  }

  static func directions(
    _ keys: [[Key]], _ label: String? = nil, help: String, _ isEnabled: Bool
  ) -> Self {
    Self(strokes: keys.map { Stroke(keys: $0, action: nil) }, label, help: help, isEnabled)
  }

  private init(strokes: [Stroke], _ label: String?, help: String, _ isEnabled: Bool) {
    self.strokes = strokes
    self.label = label
    self.help = help
    self.isEnabled = isEnabled
  }

  public func alwaysShown() -> Self {
    var binding = self
    binding.isAlwaysShown = true
    return binding
  }

  public func global() -> Self {
    var binding = self
    binding.isGlobal = true
    return binding
  }

  func removingKeys(where isTaken: (Key) -> Bool) -> Self? {
    var binding = self
    binding.strokes = strokes.compactMap { stroke in
      let keys = stroke.keys.filter { !isTaken($0) }
      return keys.isEmpty ? nil : Stroke(keys: keys, action: stroke.action)
    }
    return binding.strokes.isEmpty ? nil : binding
  }

  public func action(for key: Key) -> Action? {
    isEnabled ? strokes.lazy.filter { $0.keys.contains(key) }.compactMap(\.action).first : nil
  }

  public var footerItem: HelpFooter.Item? {
    guard isEnabled, let label
    else { return nil }
    // The way out is shown, whatever else fits.
    let isWayOut = strokes.contains { $0.keys.contains(.escape) }
    return HelpFooter.Item(keyNames, label, isAlwaysShown: isAlwaysShown || isWayOut)
  }

  /// The first key of each direction, as remapped by the user: `space`, `w b`, `←→`.
  public var keyNames: String { Self.names(of: strokes.compactMap(\.keys.first)) }

  public var allKeyNames: String { Self.names(of: strokes.flatMap(\.keys)) }

  private static func names(of keys: [Key]) -> String {
    @Dependency(\.keyMap) var keyMap
    let keys = keys.map(keyMap.name)
    return keys.map(\.shortName).joined(separator: keys.allSatisfy(\.isArrow) ? "" : " ")
  }

  /// The action of a click on the footer's item; `nil` if the binding has several directions.
  func action(for item: HelpFooter.Item) -> Action? {
    strokes.count == 1 && item == footerItem ? strokes[0].action : nil
  }
}

extension HelpFooter {
  public init<Action>(_ bindings: [KeyBinding<Action>]) {
    self.init(bindings.compactMap(\.footerItem))
  }
}

extension Key {
  fileprivate var shortName: String {
    guard modifiers.isEmpty
    else { return description }
    return switch code {
    case .delete: "del"
    case .down: "\u{2193}"
    case .escape: "esc"
    case .left: "\u{2190}"
    case .pageDown: "pgdn"
    case .pageUp: "pgup"
    case .right: "\u{2192}"
    case .up: "\u{2191}"
    default: description
    }
  }

  fileprivate var isArrow: Bool {
    modifiers.isEmpty && [.down, .left, .right, .up].contains(code)
  }
}
