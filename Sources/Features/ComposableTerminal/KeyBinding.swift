import ComposableArchitecture
public import TerminalUI

/// Keys, the action that each of them sends, and what a person reads about them.
///
/// A screen lists its bindings once, in ``Screen/keys``: what a key does, what the footer names and
/// what the page of help says all come from there.
///
/// ```swift
/// KeyBinding(["u"], .undoButtonTapped, "undo", help: "Undo the last change", isEnabled: canUndo)
/// KeyBinding([["w"]: 1, ["b"]: -1], { .wordChosen(by: $0) }, "word", help: "Choose a word")
/// ```
public struct KeyBinding<Action> {
  /// Keys that do the same.
  public struct Stroke {
    public let keys: [Key]
    /// `nil` where the screen's ``Screen/handleInput(_:in:)`` has a use for the keys.
    public let action: Action?
  }

  /// One for most bindings; one for each direction of those that have several.
  public let strokes: [Stroke]
  /// What the footer calls it; `nil` for what it need not name.
  public let label: String?
  /// What it does, in a sentence without a full stop.
  public let help: String
  /// Whether the keys do anything now. While they do not, they are left to others, and the footer
  /// does not name them.
  public let isEnabled: Bool
  /// Whether the footer names it even where there is no room for what stands before it.
  public private(set) var isAlwaysNamed = false
  /// Whether the keys end the program, where nothing on the screen has another use for them.
  public private(set) var endsProgram = false
  /// Whether the keys do it wherever the person is in the screen: also in front of a sheet.
  public private(set) var isEverywhere = false

  /// Keys that all do the same.
  ///
  /// - Parameters:
  ///   - keys: The keys; the first one is named in the footer.
  ///   - action: What each of them sends.
  ///   - label: What the footer calls it, if it is to name it.
  ///   - help: What it does, in a sentence without a full stop.
  ///   - isEnabled: Whether the keys do anything now.
  public init(
    _ keys: [Key], _ action: Action, _ label: String? = nil, help: String, isEnabled: Bool = true
  ) {
    self.init(strokes: [Stroke(keys: keys, action: action)], label, help: help, isEnabled)
  }

  /// Keys that do the same in several directions, which the footer names together.
  ///
  /// - Parameters:
  ///   - keys: The keys of each direction, and its value; the first key of each is named.
  ///   - action: Makes the action of a value.
  ///   - label: What the footer calls it, if it is to name it.
  ///   - help: What it does, in a sentence without a full stop.
  ///   - isEnabled: Whether the keys do anything now.
  public init<Value>(
    _ keys: KeyValuePairs<[Key], Value>, _ action: (Value) -> Action, _ label: String? = nil,
    help: String, isEnabled: Bool = true
  ) {
    self.init(
      strokes: keys.map { Stroke(keys: $0, action: action($1)) }, label, help: help, isEnabled)
  }

  /// Keys that the screen's ``Screen/handleInput(_:in:)`` uses, listed so that the footer and help
  /// can name them, too.
  ///
  /// - Parameters:
  ///   - keys: The keys. All are named.
  ///   - label: What the footer calls it, if it is to name it.
  ///   - help: What they do, in a sentence without a full stop.
  ///   - isEnabled: Whether the keys do anything now.
  public static func input(
    _ keys: [Key], _ label: String? = nil, help: String, isEnabled: Bool = true
  ) -> Self {
    Self(strokes: keys.map { Stroke(keys: [$0], action: nil) }, label, help: help, isEnabled)
  }

  /// Keys that end the program: see ``Screen/run(on:clock:onStop:)``.
  ///
  /// - Parameters:
  ///   - keys: The keys; the first one is named in the footer.
  ///   - label: What the footer calls it, if it is to name it.
  ///   - help: What they do, in a sentence without a full stop.
  public static func quit(_ keys: [Key], _ label: String? = nil, help: String) -> Self {
    var binding = Self(strokes: [Stroke(keys: keys, action: nil)], label, help: help, true)
    binding.endsProgram = true
    return binding
  }

  /// Keys of several directions that the screen's ``Screen/handleInput(_:in:)`` uses.
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

  /// The same, named by the footer even where there is no room for what stands before it.
  public func alwaysNamed() -> Self {
    var binding = self
    binding.isAlwaysNamed = true
    return binding
  }

  /// The same, done before anything inside the screen or in front of it gets the keys, unless they
  /// are typed there.
  public func everywhere() -> Self {
    var binding = self
    binding.isEverywhere = true
    return binding
  }

  /// The same without the keys that somebody else gets first; `nil` where that leaves none.
  func leaving(out isTaken: (Key) -> Bool) -> Self? {
    let strokes = strokes.compactMap { stroke -> Stroke? in
      let keys = stroke.keys.filter { !isTaken($0) }
      return keys.isEmpty ? nil : Stroke(keys: keys, action: stroke.action)
    }
    guard !strokes.isEmpty
    else { return nil }
    var binding = Self(strokes: strokes, label, help: help, isEnabled)
    binding.isAlwaysNamed = isAlwaysNamed
    binding.endsProgram = endsProgram
    binding.isEverywhere = isEverywhere
    return binding
  }

  /// What the key sends, if it does anything now.
  public func action(for key: Key) -> Action? {
    isEnabled ? strokes.lazy.filter { $0.keys.contains(key) }.compactMap(\.action).first : nil
  }

  /// What the footer names, if it names it now.
  public var footerItem: HelpFooter.Item? {
    guard isEnabled, let label
    else { return nil }
    return HelpFooter.Item(keyNames, label, isAlwaysShown: isAlwaysNamed)
  }

  /// The first key of each direction, as the person has set them: `space`, `w b`, `←→`.
  public var keyNames: String { Self.names(of: strokes.compactMap(\.keys.first)) }

  /// All keys: `n ctrl+n`.
  public var allKeyNames: String { Self.names(of: strokes.flatMap(\.keys)) }

  private static func names(of keys: [Key]) -> String {
    @Dependency(\.keyMap) var keyMap
    let keys = keys.map(keyMap.name)
    return keys.map(\.shortName).joined(separator: keys.allSatisfy(\.isArrow) ? "" : " ")
  }

  /// What a click on the footer's item does; nothing where it does not say in which direction.
  func action(for item: HelpFooter.Item) -> Action? {
    strokes.count == 1 && item == footerItem ? strokes[0].action : nil
  }
}

extension HelpFooter {
  /// The bindings that do something now and have a label, in their order.
  public init<Action>(_ bindings: [KeyBinding<Action>]) {
    self.init(bindings.compactMap(\.footerItem))
  }
}

extension Key {
  /// What a line at the bottom calls the key: `esc`, `↑`, `ctrl+n`.
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
