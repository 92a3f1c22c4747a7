public import CustomDump

/// What a button does when it is pressed.
public struct ButtonStateAction<Action> {
  /// How the action of the button is sent.
  public enum _ActionType {
    /// The action is sent as it is. Nothing is sent for `nil`.
    case send(Action?)

    /// The action is sent for a view to animate what it changes. Nothing is sent for `nil`.
    case animatedSend(Action?, animation: Animation?)
  }

  /// How the action of the button is sent.
  public let type: _ActionType

  /// Sends an action, or nothing for `nil`: the button then only closes what it is on.
  public static func send(_ action: Action?) -> Self {
    Self(type: .send(action))
  }

  /// Sends an action for a view to animate what it changes, or nothing for `nil`.
  public static func send(_ action: Action?, animation: Animation?) -> Self {
    Self(type: .animatedSend(action, animation: animation))
  }

  /// The action that the button sends, if it sends one.
  public var action: Action? {
    switch type {
    case .animatedSend(let action, _), .send(let action): action
    }
  }

  /// The same with another action, or with none.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonStateAction<NewAction> {
    switch type {
    case .animatedSend(let action, let animation):
      .send(transform(action), animation: animation)
    case .send(let action):
      .send(transform(action))
    }
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction._ActionType: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction._ActionType: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}
extension ButtonStateAction._ActionType: Sendable where Action: Sendable {}

extension ButtonStateAction: CustomDumpRepresentable {
  private enum ButtonActionDump {
    case send(Action?)
    case send(Action?, animation: Animation?)
  }

  /// Shown as `.send(.confirm)`.
  public var customDumpValue: Any {
    switch type {
    case .animatedSend(let action, let animation):
      ButtonActionDump.send(action, animation: animation)
    case .send(let action): ButtonActionDump.send(action)
    }
  }
}
