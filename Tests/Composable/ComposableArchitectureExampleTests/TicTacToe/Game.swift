import ComposableArchitecture

enum Player: Equatable, Sendable {
  case o, x

  var other: Self { self == .x ? .o : .x }
}

@Reducer
struct Game {
  @ObservableState
  struct State: Equatable {
    var board: [Player?] = Array(repeating: nil, count: 9)
    var currentPlayer = Player.x
    let oPlayerName: String
    let xPlayerName: String

    init(oPlayerName: String, xPlayerName: String) {
      self.oPlayerName = oPlayerName
      self.xPlayerName = xPlayerName
    }

    var winner: Player? {
      [Player.x, .o].first { player in
        Self.lines.contains { line in line.allSatisfy { board[$0] == player } }
      }
    }

    var isFilled: Bool { !board.contains(nil) }

    private static let lines = [
      [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
    ]
  }

  enum Action: Sendable {
    case cellTapped(row: Int, column: Int)
    case playAgainButtonTapped
    case quitButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case let .cellTapped(row, column):
        guard state.board[row * 3 + column] == nil, state.winner == nil
        else { return .none }
        state.board[row * 3 + column] = state.currentPlayer
        if state.winner == nil {
          state.currentPlayer = state.currentPlayer.other
        }
        return .none

      case .playAgainButtonTapped:
        state = Game.State(oPlayerName: state.oPlayerName, xPlayerName: state.xPlayerName)
        return .none

      case .quitButtonTapped:
        return .run { _ in await self.dismiss() }
      }
    }
  }
}

@Reducer
struct NewGame {
  @ObservableState
  struct State: Equatable {
    @Presents var game: Game.State?
    var oPlayerName = ""
    var xPlayerName = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case game(PresentationAction<Game.Action>)
    case letsPlayButtonTapped
    case logoutButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .game, .logoutButtonTapped:
        return .none
      case .letsPlayButtonTapped:
        state.game = Game.State(
          oPlayerName: state.oPlayerName, xPlayerName: state.xPlayerName)
        return .none
      }
    }
    .ifLet(\.$game, action: \.game) {
      Game()
    }
  }
}
