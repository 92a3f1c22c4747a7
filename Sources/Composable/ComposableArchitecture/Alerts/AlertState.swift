public import CustomDump
public import Foundation

/// An alert as data: its texts, and the actions of its buttons.
///
/// A feature holds it in optional state and never sees a view:
///
/// ```swift
/// @Presents var alert: AlertState<Action.Alert>?
/// // …
/// state.alert = AlertState {
///   TextState("Delete the memo?")
/// } actions: {
///   ButtonState(role: .destructive, action: .confirmDeletion) {
///     TextState("Delete")
///   }
///   ButtonState(role: .cancel) {
///     TextState("Keep")
///   }
/// } message: {
///   TextState("It cannot be brought back.")
/// }
/// ```
///
/// Pressing a button dismisses the alert: `ifLet` sets the state to `nil` after an action of the
/// alert was handled.
///
/// Two alerts are equal if their texts and buttons are equal. Ids are ignored.
public struct AlertState<Action>: Identifiable {
  /// A button of an alert.
  public typealias Button = ButtonState<Action>

  /// Distinguishes this alert from a later one with the same content.
  public let id: UUID

  /// The buttons. A view that shows an alert without any adds one to close it.
  public var buttons: [ButtonState<Action>]

  /// The message below the title.
  public var message: TextState?

  /// The title.
  public var title: TextState

  init(id: UUID, buttons: [ButtonState<Action>], message: TextState?, title: TextState) {
    self.id = id
    self.buttons = buttons
    self.message = message
    self.title = title
  }

  /// An alert of text and buttons.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - actions: The buttons.
  ///   - message: The message below the title.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(id: UUID(), buttons: actions(), message: message?(), title: title())
  }

  /// The same alert with other actions on its buttons, or with none.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    AlertState<NewAction>(
      id: id, buttons: buttons.map { $0.map(transform) }, message: message, title: title)
  }
}

extension AlertState: Equatable where Action: Equatable {
  /// Whether both have the same texts and buttons. Ids are not compared.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: _EphemeralState {}

extension AlertState: CustomDumpReflectable {
  /// The parts of the alert, without its id.
  public var customDumpMirror: Mirror {
    var children: [Mirror.Child] = [("title", title)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
