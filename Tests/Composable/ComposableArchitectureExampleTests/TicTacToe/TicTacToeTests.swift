import ComposableArchitecture
import Testing

@MainActor
struct TicTacToeTests {
  @Test("CS RED-08 TST-05 Login with a second factor ends in a new game")
  func twoFactorLogin() async {
    let store = TestStore(initialState: TicTacToe.State.login(Login.State())) {
      TicTacToe.body
    } withDependencies: {
      $0.authenticationClient.login = { _ in
        AuthenticationResponse(token: "deadbeef", twoFactorRequired: true)
      }
      $0.authenticationClient.twoFactor = { request in
        guard request == TwoFactorRequest(code: "1234", token: "deadbeef")
        else { throw AuthenticationError.invalidTwoFactor }
        return AuthenticationResponse(token: "deadbeefdeadbeef", twoFactorRequired: false)
      }
    }

    await store.send(\.login.view.binding.email, "ada@example.com") {
      $0.modify(\.login) { $0.email = "ada@example.com" }
    }
    await store.send(\.login.view.binding.password, "engine") {
      $0.modify(\.login) {
        $0.password = "engine"
        $0.isFormValid = true
      }
    }
    await store.send(\.login.view.loginButtonTapped) {
      $0.modify(\.login) { $0.isLoginRequestInFlight = true }
    }
    await store.receive(\.login.loginResponse.success) {
      $0.modify(\.login) {
        $0.isLoginRequestInFlight = false
        $0.twoFactor = TwoFactor.State(token: "deadbeef")
      }
    }
    await store.send(\.login.twoFactor.view.binding.code, "1234") {
      $0.modify(\.login) {
        $0.twoFactor?.code = "1234"
        $0.twoFactor?.isFormValid = true
      }
    }
    await store.send(\.login.twoFactor.view.submitButtonTapped) {
      $0.modify(\.login) { $0.twoFactor?.isTwoFactorRequestInFlight = true }
    }
    await store.receive(\.login.twoFactor.twoFactorResponse.success) {
      $0 = .newGame(NewGame.State())
    }
  }

  @Test("CS RED-05 ALT-01 A wrong password shows an alert")
  func wrongPassword() async {
    let store = TestStore(initialState: Login.State()) {
      Login()
    } withDependencies: {
      $0.authenticationClient.login = { _ in throw AuthenticationError.invalidUserPassword }
    }

    await store.send(\.view.loginButtonTapped) { $0.isLoginRequestInFlight = true }
    await store.receive(\.loginResponse.failure) {
      $0.alert = AlertState {
        TextState(AuthenticationError.invalidUserPassword.message)
      }
      $0.isLoginRequestInFlight = false
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test("CS EFF-15 NAV-21 A second factor that is sent away takes its request along")
  func dismissTwoFactor() async {
    let store = TestStore(
      initialState: Login.State(twoFactor: TwoFactor.State(token: "deadbeef"))
    ) {
      Login()
    } withDependencies: {
      $0.authenticationClient.twoFactor = { _ in try await Task.never() }
    }

    await store.send(\.twoFactor.view.submitButtonTapped) {
      $0.twoFactor?.isTwoFactorRequestInFlight = true
    }
    await store.send(\.twoFactor.dismiss) { $0.twoFactor = nil }
  }

  @Test("CS A game is won, played again, and quit")
  func game() async {
    let store = TestStore(
      initialState: NewGame.State(oPlayerName: "Grace", xPlayerName: "Ada")
    ) {
      NewGame()
    }
    await store.send(.letsPlayButtonTapped) {
      $0.game = Game.State(oPlayerName: "Grace", xPlayerName: "Ada")
    }

    store.exhaustivity = .off
    for (row, column) in [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)] {
      await store.send(.game(.presented(.cellTapped(row: row, column: column))))
    }
    #expect(store.state.game?.winner == .x)
    await store.send(\.game.playAgainButtonTapped) {
      $0.game = Game.State(oPlayerName: "Grace", xPlayerName: "Ada")
    }

    store.exhaustivity = .on
    await store.send(\.game.quitButtonTapped)
    await store.receive(\.game.dismiss) { $0.game = nil }
  }

  @Test("CS RED-27 Only the active case has a store")
  func caseStores() {
    let store = Store(initialState: TicTacToe.State.login(Login.State())) {
      TicTacToe.body
    }
    guard case let .login(login) = store.case
    else {
      Issue.record("The app does not begin with the login")
      return
    }
    login.send(.view(.binding(.set(\.email, "ada@example.com"))))
    #expect(store.login?.email == "ada@example.com")

    store.send(
      .login(.loginResponse(.success(AuthenticationResponse(token: "", twoFactorRequired: false))))
    )
    guard case let .newGame(newGame) = store.case
    else {
      Issue.record("The login did not lead to a new game")
      return
    }
    newGame.send(.letsPlayButtonTapped)
    #expect(newGame.game != nil)
  }
}
