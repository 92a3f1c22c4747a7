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
  /// What a button does, under the name that the library had for it first.
  public typealias ButtonAction = ButtonStateAction<Action>

  /// What a button is for: to cancel, or to destroy something.
  public typealias Role = ButtonStateRole

  /// Tells the button from others, for lists of buttons.
  public let id: UUID

  /// What the button does.
  public let action: ButtonStateAction<Action>

  /// What the button says.
  public let label: TextState

  /// What the button is for.
  public let role: ButtonStateRole?

  init(
    id: UUID, action: ButtonStateAction<Action>, label: TextState, role: ButtonStateRole?
  ) {
    self.id = id
    self.action = action
    self.label = label
    self.role = role
  }

  /// A button that does what `action` says.
  ///
  /// - Parameters:
  ///   - role: What the button is for.
  ///   - action: What it does. By default it only closes what it is on.
  ///   - label: What it says.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.init(id: UUID(), action: action, label: label(), role: role)
  }

  /// A button that sends an action.
  ///
  /// - Parameters:
  ///   - role: What the button is for.
  ///   - action: The action that it sends.
  ///   - label: What it says.
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
  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(label)
    hasher.combine(role)
  }
}

extension ButtonState: Sendable where Action: Sendable {}

extension ButtonState: CustomDumpReflectable {
  /// Shows the role if there is one, the action and the label, without the id.
  public var customDumpMirror: Mirror {
    var children: [Mirror.Child] = []
    if let role { children.append(("role", role)) }
    children += [("action", action), ("label", label)]
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
