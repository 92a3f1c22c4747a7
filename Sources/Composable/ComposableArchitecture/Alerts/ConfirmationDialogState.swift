public import CustomDump
public import Foundation

/// A dialog that offers several ways on, as data.
///
/// ```swift
/// state.dialog = ConfirmationDialogState {
///   TextState("What do you want to do with the draft?")
/// } actions: {
///   ButtonState(action: .saveButtonTapped) { TextState("Save") }
///   ButtonState(role: .destructive, action: .discardButtonTapped) { TextState("Discard") }
/// }
/// ```
///
/// Pressing a button dismisses the dialog, as for an ``AlertState``. Two dialogs are equal if their
/// texts and buttons are equal. Ids are ignored.
public struct ConfirmationDialogState<Action>: Identifiable {
  /// A button of a dialog.
  public typealias Button = ButtonState<Action>

  /// Distinguishes this dialog from a later one with the same content.
  public let id: UUID

  /// The buttons.
  public var buttons: [ButtonState<Action>]

  /// The message below the title.
  public var message: TextState?

  /// The title.
  public var title: TextState

  /// Whether the title is shown.
  public var titleVisibility: TitleVisibility

  init(
    id: UUID, buttons: [ButtonState<Action>], message: TextState?, title: TextState,
    titleVisibility: TitleVisibility
  ) {
    self.id = id
    self.buttons = buttons
    self.message = message
    self.title = title
    self.titleVisibility = titleVisibility
  }

  /// A dialog of text and buttons.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether the title is shown.
  ///   - title: The title.
  ///   - actions: The buttons.
  ///   - message: The message below the title.
  public init(
    titleVisibility: TitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(
      id: UUID(), buttons: actions(), message: message?(), title: title(),
      titleVisibility: titleVisibility)
  }

  /// The same dialog with other actions on its buttons, or with none.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ConfirmationDialogState<NewAction> {
    ConfirmationDialogState<NewAction>(
      id: id, buttons: buttons.map { $0.map(transform) }, message: message, title: title,
      titleVisibility: titleVisibility)
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  /// Whether both have the same texts and buttons. Ids are not compared.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.titleVisibility == rhs.titleVisibility
      && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: _EphemeralState {}

extension ConfirmationDialogState: CustomDumpReflectable {
  /// The parts of the dialog, without its id.
  public var customDumpMirror: Mirror {
    var children: [Mirror.Child] = [("title", title)]
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
