public import CustomDump
public import Foundation

/// A button of an alert or a dialog, as data.
///
/// ```swift
/// ButtonState(role: .destructive, action: .confirmDeletion) {
///   TextState("Delete")
/// }
/// ```
///
/// Two buttons are equal when they read the same and do the same: their ids do not count.
public struct ButtonState<Action>: Identifiable {
  /// The button's action, under its original name in the library.
  public typealias ButtonAction = ButtonStateAction<Action>

  /// The role of a button: cancel or destructive.
  public typealias Role = ButtonStateRole

  /// Identifies the button in lists.
  public let id: UUID

  /// The button's action.
  public let action: ButtonStateAction<Action>

  /// The button's label.
  public let label: TextState

  /// The button's role.
  public let role: ButtonStateRole?

  init(
    id: UUID, action: ButtonStateAction<Action>, label: TextState, role: ButtonStateRole?
  ) {
    self.id = id
    self.action = action
    self.label = label
    self.role = role
  }

  /// A button that performs `action`.
  ///
  /// - Parameters:
  ///   - role: The button's role.
  ///   - action: Its action. By default it only dismisses the alert or dialog.
  ///   - label: Its label.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.init(id: UUID(), action: action, label: label(), role: role)
  }

  /// A button that sends an action.
  ///
  /// - Parameters:
  ///   - role: The button's role.
  ///   - action: The action that it sends.
  ///   - label: Its label.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(id: UUID(), action: .send(action), label: label(), role: role)
  }

  /// Calls a function with the action that the button sends, `nil` if it sends none.
  ///
  /// The view that shows the button calls this when it is pressed.
  public func withAction(_ perform: (Action?) -> Void) {
    perform(action.action)
  }

  /// Calls an asynchronous function with the action that the button sends, `nil` if it sends none.
  ///
  /// The function runs in the isolation of the caller.
  public nonisolated(nonsending) func withAction(
    _ perform: nonisolated(nonsending) (Action?) async -> Void
  ) async {
    await perform(action.action)
  }

  /// The same button with another action, or with none.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(id: id, action: action.map(transform), label: label, role: role)
  }
}

extension ButtonState: Equatable where Action: Equatable {
  /// Whether both have the same label, role and action. The buttons' ids are not compared.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.action == rhs.action && lhs.label == rhs.label && lhs.role == rhs.role
  }
}

extension ButtonState: Hashable where Action: Hashable {
  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(label)
    hasher.combine(role)
  }
}

extension ButtonState: Sendable where Action: Sendable {}

extension ButtonState: CustomDumpReflectable {
  /// The role, if any, the action and the label, without the id.
  public var customDumpMirror: Mirror {
    var children: [Mirror.Child] = []
    if let role { children.append(("role", role)) }
    children += [("action", action), ("label", label)]
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
