import ComposableArchitecture
import Foundation
import Testing

@DependencyClient
struct WebSocketClient: Sendable {
  struct ID: Hashable, Sendable {
    let rawValue: UUID
  }

  @CasePathable
  enum Event: Equatable, Sendable {
    case didClose(code: Int)
    case didOpen
  }

  enum Message: Equatable, Sendable {
    case data(Data)
    case string(String)
  }

  var open: @Sendable (_ id: ID) async -> AsyncStream<Event> = { _ in .finished }
  var receive: @Sendable (_ id: ID) async throws -> AsyncStream<Result<Message, any Error>>
  var send: @Sendable (_ id: ID, _ message: Message) async throws -> Void
  var sendPing: @Sendable (_ id: ID) async throws -> Void
}

extension WebSocketClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var webSocket: WebSocketClient {
    get { self[WebSocketClient.self] }
    set { self[WebSocketClient.self] = newValue }
  }
}

@Reducer
struct WebSocketFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var connectivityState = ConnectivityState.disconnected
    var messageToSend = ""
    var receivedMessages: [String] = []

    enum ConnectivityState { case connected, connecting, disconnected }
  }

  enum Action: Equatable, Sendable {
    case alert(PresentationAction<Alert>)
    case connectButtonTapped
    case messageToSendChanged(String)
    case receivedSocketMessage(String)
    case sendButtonTapped
    case sendResponse(didSucceed: Bool)
    case webSocket(WebSocketClient.Event)

    enum Alert: Equatable, Sendable {}
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  @Dependency(\.webSocket) var webSocket
  private enum CancelID { case connection }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .connectButtonTapped:
        switch state.connectivityState {
        case .connected, .connecting:
          state.connectivityState = .disconnected
          return .cancel(id: CancelID.connection)
        case .disconnected:
          state.connectivityState = .connecting
          return .run { [id = WebSocketClient.ID(rawValue: uuid())] send in
            let events = await webSocket.open(id: id)
            await withThrowingTaskGroup(of: Void.self) { group in
              for await event in events {
                group.addTask { await send(.webSocket(event)) }
                guard event == .didOpen
                else { continue }
                group.addTask {
                  while !Task.isCancelled {
                    try await clock.sleep(for: .seconds(10))
                    try? await webSocket.sendPing(id: id)
                  }
                }
                group.addTask {
                  for await result in try await webSocket.receive(id: id) {
                    guard case let .success(.string(message)) = result
                    else { continue }
                    await send(.receivedSocketMessage(message))
                  }
                }
              }
              group.cancelAll()
            }
          }
          .cancellable(id: CancelID.connection)
        }

      case let .messageToSendChanged(message):
        state.messageToSend = message
        return .none

      case let .receivedSocketMessage(message):
        state.receivedMessages.append(message)
        return .none

      case .sendButtonTapped:
        let message = state.messageToSend
        state.messageToSend = ""
        return .run { [id = WebSocketClient.ID(rawValue: uuid())] send in
          try await webSocket.send(id: id, message: .string(message))
          await send(.sendResponse(didSucceed: true))
        } catch: { _, send in
          await send(.sendResponse(didSucceed: false))
        }
        .cancellable(id: CancelID.connection)

      case .sendResponse(didSucceed: false):
        state.alert = AlertState {
          TextState("The message was not sent. Connect to the server and try again.")
        }
        return .none

      case .sendResponse(didSucceed: true):
        return .none

      case .webSocket(.didClose):
        state.connectivityState = .disconnected
        return .cancel(id: CancelID.connection)

      case .webSocket(.didOpen):
        state.connectivityState = .connected
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@MainActor
struct WebSocketTests {
  private struct Closed: Error {}

  @Test("CS EFF-03 EFF-13 A socket opens, receives, sends, and is closed by the user")
  func happyPath() async {
    let events = AsyncStream.makeStream(of: WebSocketClient.Event.self)
    let messages = AsyncStream.makeStream(of: Result<WebSocketClient.Message, any Error>.self)
    let store = TestStore(initialState: WebSocketFeature.State()) {
      WebSocketFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.uuid = .incrementing
      $0.webSocket.open = { _ in events.stream }
      $0.webSocket.receive = { _ in messages.stream }
      $0.webSocket.send = { _, _ in }
    }

    await store.send(.connectButtonTapped) { $0.connectivityState = .connecting }
    events.continuation.yield(.didOpen)
    await store.receive(\.webSocket.didOpen) { $0.connectivityState = .connected }
    messages.continuation.yield(.success(.string("Welcome")))
    await store.receive(\.receivedSocketMessage, "Welcome") {
      $0.receivedMessages = ["Welcome"]
    }
    await store.send(.messageToSendChanged("Hi")) { $0.messageToSend = "Hi" }
    await store.send(.sendButtonTapped) { $0.messageToSend = "" }
    await store.receive(.sendResponse(didSucceed: true))
    await store.send(.connectButtonTapped) { $0.connectivityState = .disconnected }
  }

  @Test("CS EFF-03 A message that is not sent becomes an alert")
  func sendFailure() async {
    let store = TestStore(initialState: WebSocketFeature.State(messageToSend: "Hi")) {
      WebSocketFeature()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.webSocket.send = { _, _ in throw Closed() }
    }

    await store.send(.sendButtonTapped) { $0.messageToSend = "" }
    await store.receive(.sendResponse(didSucceed: false)) {
      $0.alert = AlertState {
        TextState("The message was not sent. Connect to the server and try again.")
      }
    }
  }

  @Test("CS EFF-13 While it is open, the socket is pinged every ten seconds")
  func ping() async {
    let clock = TestClock()
    let events = AsyncStream.makeStream(of: WebSocketClient.Event.self)
    let pings = LockIsolated(0)
    let store = TestStore(initialState: WebSocketFeature.State()) {
      WebSocketFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
      $0.webSocket.open = { _ in events.stream }
      $0.webSocket.receive = { _ in .never }
      $0.webSocket.sendPing = { @Sendable _ in pings.withValue { $0 += 1 } }
    }

    await store.send(.connectButtonTapped) { $0.connectivityState = .connecting }
    events.continuation.yield(.didOpen)
    await store.receive(\.webSocket.didOpen) { $0.connectivityState = .connected }
    await clock.advance(by: .seconds(20))
    #expect(pings.value == 2)
    await store.send(.connectButtonTapped) { $0.connectivityState = .disconnected }
  }
}
