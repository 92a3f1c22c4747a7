public import ComposableArchitecture
public import TerminalUI

/// What a feature looks like on a terminal, and what it does with keys and the mouse.
///
/// A screen is a value around a store. It keeps nothing: all that it shows comes from the store's
/// state, and all that it does is to send actions.
///
/// ```swift
/// struct CounterScreen: Screen {
///   let store: StoreOf<Counter>
///
///   var body: any View {
///     VStack {
///       Text("\(store.count)")
///       footer
///     }
///   }
///
///   var keys: [KeyBinding<Action>] {
///     [
///       KeyBinding(["+"], .incrementButtonTapped, "count", help: "Count one more"),
///       KeyBinding(
///         ["r"], .resetButtonTapped, "reset", help: "Begin again", isEnabled: store.count > 0),
///     ]
///   }
/// }
/// ```
@MainActor
public protocol Screen {
  associatedtype State
  associatedtype Action

  /// What the page of help calls the place: "Memos", "Open memo".
  var name: String { get }

  /// The feature's store.
  var store: Store<State, Action> { get }

  /// Which colors it is drawn in. Only the outermost screen's count.
  var appearance: Appearance { get }

  /// What is shown, without what stands in front of it.
  var body: any View { get }

  /// A screen that is a part of the body, if there is one. It gets events before this one does.
  var child: (any Screen)? { get }

  /// What stands in front of the body, if anything does: an alert, a sheet. It gets every event.
  var front: (any Screen)? { get }

  /// What keys do, the most important first. The table may depend on the state: while text is
  /// typed, it has only the keys that are not typed.
  var keys: [KeyBinding<Action>] { get }

  /// Which keys are typed, beside those of ``keys``.
  var typing: Typing { get }

  /// Does what ``keys`` cannot say: text that is typed, a list that is moved in, a click.
  ///
  /// - Parameters:
  ///   - event: What was done. Nothing stands in front, and neither the child nor a key binding
  ///     has handled it.
  ///   - frame: What the person sees.
  /// - Returns: `true` if the event was handled.
  func handleInput(_ event: Event, in frame: Frame) -> Bool

  /// Tells the feature what the frame says of the terminal, before anything is done: how much room
  /// there is, whether a page is longer than that.
  ///
  /// - Parameters:
  ///   - event: What is about to be done.
  ///   - frame: What the person sees.
  func note(_ event: Event, in frame: Frame)

  /// Gets each event before anything inside the screen or in front of it does.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - frame: What the person sees.
  /// - Returns: `true` if the event was handled, so that nothing else gets it.
  func handleFirst(_ event: Event, in frame: Frame) -> Bool

  /// Does what an event asks for: the keys of ``keys`` that count everywhere come first, then
  /// ``handleFirst(_:in:)``, what stands in front, the child, the other ``keys``, and
  /// ``handleInput(_:in:)``.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - frame: What the person sees.
  /// - Returns: `true` if the event was handled. One that was not is left to the caller.
  @discardableResult
  func handle(_ event: Event, in frame: Frame) -> Bool
}

extension Screen {
  public var appearance: Appearance { .automatic }

  public var child: (any Screen)? { nil }

  /// What the keys of ``keys`` do that reach this screen.
  public var footer: HelpFooter { HelpFooter(openKeys) }

  public var front: (any Screen)? { nil }

  public var keys: [KeyBinding<Action>] { [] }

  public var name: String { "" }

  public var typing: Typing { .nothing }

  /// All that is shown.
  public var view: any View {
    guard let front
    else { return body }
    return body.overlay(front.view)
  }

  public func note(_ event: Event, in frame: Frame) {}

  public func handleFirst(_ event: Event, in frame: Frame) -> Bool { false }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool { false }

  @discardableResult
  public func handle(_ event: Event, in frame: Frame) -> Bool {
    noteAll(event, in: frame)
    if handleKeysEverywhere(event, in: frame) || handleFirst(event, in: frame) { return true }
    // Nothing gets past what stands in front.
    if let front { return front.handle(event, in: frame) || event.isInput }
    if let child, child.handle(event, in: frame) { return true }
    return handleKeys(event, in: frame) || handleInput(event, in: frame)
  }

  private func noteAll(_ event: Event, in frame: Frame) {
    note(event, in: frame)
    front?.noteAll(event, in: frame)
    child?.noteAll(event, in: frame)
  }

  /// Does what the bindings of ``keys`` that count everywhere say of an event.
  private func handleKeysEverywhere(_ event: Event, in frame: Frame) -> Bool {
    perform(event, in: frame) { binding in
      guard binding.isEverywhere, case .key(let key) = event
      else { return binding.isEverywhere }
      return binding.action(for: key) != nil && !types(key)
    }
  }

  /// Does what ``keys`` say of a key, or of a click on what the footer says of one.
  ///
  /// - Returns: Whether they say anything.
  public func handleKeys(_ event: Event, in frame: Frame) -> Bool {
    perform(event, in: frame) { _ in true }
  }

  private func perform(
    _ event: Event, in frame: Frame, _ isMeant: (KeyBinding<Action>) -> Bool
  ) -> Bool {
    let action: Action?
    switch event {
    case .key(let key):
      action = keys.lazy.filter(isMeant).compactMap { $0.action(for: key) }.first
    case .mouse(let mouse) where mouse.isClick:
      let item = frame.tag(HelpFooter.Item.self, at: mouse.point)
      action = item.flatMap { item in
        openKeys(behind: front).lazy.filter(isMeant).compactMap { $0.action(for: item) }.first
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
  /// Whether a person did it on purpose.
  public var isInput: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .background, .focus, .resize: false
    }
  }
}
