import ComposableArchitecture
import Testing

@MainActor
@Suite("ButtonState")
struct ButtonStateTests {
  @Test("ALT-01 buttons are listed with if, switch and for")
  func builder() {
    func actions(_ isLong: Bool) -> [AlertAction?] {
      AlertState<AlertAction> {
        TextState("Save?")
      } actions: {
        if isLong {
          ButtonState(action: .confirm) { TextState("All") }
        }
        for number in 1...2 {
          ButtonState(action: .save(number)) { TextState("\(number)") }
        }
        switch isLong {
        case true: ButtonState(role: .cancel) { TextState("None") }
        case false: ButtonState(action: .send(.confirm)) { TextState("Yes") }
        }
      }
      .buttons.map(\.action.action)
    }
    #expect(actions(true) == [.confirm, .save(1), .save(2), nil])
    #expect(actions(false) == [.save(1), .save(2), .confirm])
  }

  @Test("ALT-01 a button sends its action, animated or not")
  func withAction() async {
    let button = ButtonState<AlertAction>(action: .send(.save(3), animation: .default)) {
      TextState("Save")
    }
    var handed: AlertAction?
    button.withAction { handed = $0 }
    #expect(handed == .save(3))
    await ButtonState<AlertAction>(role: .cancel) { TextState("Keep") }.withAction { action in
      await Task.yield()
      handed = action
    }
    #expect(handed == nil)
    #expect(
      button.map { $0.map { "\($0)" } }.action == .send("save(3)", animation: .default))
  }

  @Test("ALT-01 buttons are equal, and hash alike, by content and actions")
  func equality() {
    func button(_ action: AlertAction) -> ButtonState<AlertAction> {
      ButtonState(action: action) { TextState("Save") }
    }
    #expect(button(.save(1)) == button(.save(1)))
    #expect(button(.save(1)).hashValue == button(.save(1)).hashValue)
    #expect(button(.save(1)) != button(.save(2)))
    #expect(button(.save(1)).id != button(.save(1)).id)
  }
}
