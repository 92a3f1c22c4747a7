public import CustomDump

/// The action of a pressed button.
public struct ButtonStateAction<Action> {
  /// How the button sends its action.
  public enum _ActionType {
    /// Sends the action unchanged, or nothing for `nil`.
    case send(Action?)

    /// Sends the action so that a view animates its changes. Sends nothing for `nil`.
    case animatedSend(Action?, animation: Animation?)
  }

  /// How the button sends its action.
  public let type: _ActionType

  /// Sends an action, or nothing for `nil`: the button then only dismisses.
  public static func send(_ action: Action?) -> Self {
    Self(type: .send(action))
  }

  /// Sends an action so that a view animates its changes, or nothing for `nil`.
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
