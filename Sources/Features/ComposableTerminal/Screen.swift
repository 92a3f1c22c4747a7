public import ComposableArchitecture
public import TerminalUI

/// A feature's terminal view and input handling: a stateless value that only sends actions.
@MainActor
public protocol Screen {
  associatedtype State
  associatedtype Action

  /// The title on the help page, such as "Memos".
  var name: String { get }

  var store: Store<State, Action> { get }

  /// Only the outermost screen's appearance is used.
  var appearance: Appearance { get }

  var body: any View { get }

  /// A screen inside the body. It receives events first.
  var child: (any Screen)? { get }

  /// An alert or sheet in front of the body. It receives all input.
  var front: (any Screen)? { get }

  /// The key bindings, most important first. While text is typed, without the keys that type.
  var keys: [KeyBinding<Action>] { get }

  /// The keys that are taken as text, in addition to ``keys``.
  var typing: Typing { get }

  /// Handles events that neither ``front``, ``child`` nor ``keys`` handle; returns whether it did.
  func handleInput(_ event: Event, in frame: Frame) -> Bool

  /// Called with each event before it is handled, to send the feature facts such as the size.
  func willHandle(_ event: Event, in frame: Frame)

  /// Handles events before ``front`` and ``child``; returns whether it did.
  func handleFirst(_ event: Event, in frame: Frame) -> Bool

  /// Handles an event: first the ``keys`` that work everywhere, then ``handleFirst(_:in:)``,
  /// ``front``, ``child``, the other ``keys`` and ``handleInput(_:in:)``. Returns whether any did.
  @discardableResult
  func handle(_ event: Event, in frame: Frame) -> Bool
}

extension Screen {
  public var appearance: Appearance { .automatic }

  public var child: (any Screen)? { nil }

  public var footer: HelpFooter { HelpFooter(availableKeys) }

  public var front: (any Screen)? { nil }

  public var keys: [KeyBinding<Action>] { [] }

  public var name: String { "" }

  public var typing: Typing { .nothing }

  public var view: any View {
    guard let front
    else { return body }
    return body.overlay(front.view)
  }

  public func willHandle(_ event: Event, in frame: Frame) {}

  public func handleFirst(_ event: Event, in frame: Frame) -> Bool { false }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool { false }

  @discardableResult
  public func handle(_ event: Event, in frame: Frame) -> Bool {
    willHandleAll(event, in: frame)
    if handleGlobalKeys(event, in: frame) || handleFirst(event, in: frame) { return true }
    if let front { return front.handle(event, in: frame) || event.isInput }
    if let child, child.handle(event, in: frame) { return true }
    return handleKeys(event, in: frame) || handleInput(event, in: frame)
  }

  private func willHandleAll(_ event: Event, in frame: Frame) {
    willHandle(event, in: frame)
    front?.willHandleAll(event, in: frame)
    child?.willHandleAll(event, in: frame)
  }

  private func handleGlobalKeys(_ event: Event, in frame: Frame) -> Bool {
    perform(event, in: frame) { binding in
      guard binding.isGlobal, case .key(let key) = event
      else { return binding.isGlobal }
      return binding.action(for: key) != nil && !types(key)
    }
  }

  /// Handles ``keys`` and clicks on their names in the footer; returns whether it did.
  public func handleKeys(_ event: Event, in frame: Frame) -> Bool {
    perform(event, in: frame) { _ in true }
  }

  private func perform(
    _ event: Event, in frame: Frame, _ isIncluded: (KeyBinding<Action>) -> Bool
  ) -> Bool {
    let action: Action?
    switch event {
    case .key(let key):
      action = keys.lazy.filter(isIncluded).compactMap { $0.action(for: key) }.first
    case .mouse(let mouse) where mouse.isClick:
      let item = frame.tag(HelpFooter.Item.self, at: mouse.point)
      action = item.flatMap { item in
        availableKeys(behind: front).lazy.filter(isIncluded).compactMap { $0.action(for: item) }
          .first
      }
    default:
      action = nil
    }
    guard let action
    else { return false }
    store.send(action)
    return true
  }
}

extension Event {
  public var isInput: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .background, .focus, .resize: false
    }
  }
}
