import ComposableArchitecture
import Testing

enum AlertAction: Hashable, Sendable {
  case confirm
  case save(Int)
}

@Suite("AlertState and ConfirmationDialogState")
struct AlertStateTests {
  private static let alert = AlertState<AlertAction> {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirm) { TextState("Delete") }
    ButtonState(role: .cancel) { TextState("Keep") }
  } message: {
    TextState("It cannot be brought back.")
  }

  @Test("ALT-01 an alert has a title, buttons and a message")
  func parts() {
    let alert = Self.alert
    #expect(alert.title == TextState("Delete?"))
    #expect(alert.message == TextState("It cannot be brought back."))
    #expect(alert.buttons.map(\.role) == [.destructive, .cancel])
    #expect(alert.buttons.map(\.action.action) == [.confirm, nil])
    #expect(alert.buttons.map { String(state: $0.label) } == ["Delete", "Keep"])
  }

  @Test("ALT-01 buttons and message are optional")
  func leftOut() {
    let bare = AlertState<Never> { TextState("Done") }
    #expect(bare.buttons.isEmpty)
    #expect(bare.message == nil)
    #expect(bare == AlertState<Never>(title: { TextState("Done") }))
    let message = AlertState<Never> {
      TextState("Done")
    } message: {
      TextState("Twice")
    }
    #expect(message.message == TextState("Twice"))
  }

  @Test("ALT-01 alerts are equal, and hash alike, by content and actions, and differ in id")
  func equality() {
    func alert(_ title: String) -> AlertState<AlertAction> {
      AlertState {
        TextState(title)
      } actions: {
        ButtonState(action: .save(1)) { TextState("Save") }
      }
    }
    #expect(alert("a") == alert("a"))
    #expect(alert("a").hashValue == alert("a").hashValue)
    #expect(alert("a").id != alert("a").id)
    #expect(alert("a") != alert("b"))
    #expect(alert("a") != alert("a").map { _ in .save(2) })
  }

  @Test("ALT-01 map changes only the actions")
  func map() {
    let mapped = Self.alert.map { $0.map { "\($0)" } }
    #expect(mapped.buttons.map(\.action.action) == ["confirm", nil])
    #expect(mapped.id == Self.alert.id)
    #expect(mapped.title == Self.alert.title)
    let dialog = ConfirmationDialogState<AlertAction>(titleVisibility: .hidden) {
      TextState("Which?")
    } actions: {
      ButtonState(action: .save(1)) { TextState("This") }
    }
    let mappedDialog = dialog.map { _ in 7 }
    #expect(mappedDialog.buttons.map(\.action.action) == [7])
    #expect(mappedDialog.titleVisibility == .hidden)
  }

  @Test("ALT-02 an alert without actions has an empty enum of them")
  func emptyActions() {
    enum Alert: Equatable {}
    let alert = AlertState<Alert> { TextState("Done") }
    #expect(alert == AlertState<Alert> { TextState("Done") })
    #expect(alert.buttons.isEmpty)
  }

  @Test("ALT-01 a dump shows content and actions")
  func dump() {
    #expect(
      String(customDumping: Self.alert) == """
        AlertState(
          title: "Delete?",
          actions: [
            [0]: ButtonState(
              role: .destructive,
              action: .send(.confirm),
              label: "Delete"
            ),
            [1]: ButtonState(
              role: .cancel,
              action: .send(nil),
              label: "Keep"
            )
          ],
          message: "It cannot be brought back."
        )
        """)
    let dialog = ConfirmationDialogState<AlertAction>(titleVisibility: .visible) {
      TextState("Which?")
    } actions: {
      ButtonState(action: .confirm) { TextState("This") }
    }
    #expect(
      String(customDumping: dialog) == """
        ConfirmationDialogState(
          title: "Which?",
          titleVisibility: .visible,
          actions: [
            [0]: ButtonState(
              action: .send(.confirm),
              label: "This"
            )
          ]
        )
        """)
  }

  @available(*, deprecated)
  @Test("ALT-01 code from before the builders has the same meaning")
  func olderForms() {
    let older = AlertState<AlertAction>(
      title: TextState("Delete?"), message: TextState("It cannot be brought back."),
      primaryButton: .destructive(TextState("Delete"), action: .send(.confirm)),
      secondaryButton: .cancel(TextState("Keep")))
    #expect(older == Self.alert)
    let listed = AlertState<AlertAction>(
      title: TextState("Delete?"), message: TextState("It cannot be brought back."),
      buttons: older.buttons)
    #expect(listed == Self.alert)
    let single = AlertState<AlertAction>(
      title: TextState("Done"), dismissButton: .default(TextState("OK"), action: .send(.save(1))))
    #expect(single.buttons.map(\.action.action) == [.save(1)])
    #expect(AlertState<AlertAction>(title: TextState("Done")).buttons.isEmpty)
    let dialog = ConfirmationDialogState<AlertAction>(
      title: TextState("Which?"), titleVisibility: .visible,
      buttons: [.default(TextState("This"), action: .send(.confirm))])
    #expect(dialog.titleVisibility == .visible)
    #expect(dialog.buttons.map(\.action.action) == [.confirm])
  }
}
