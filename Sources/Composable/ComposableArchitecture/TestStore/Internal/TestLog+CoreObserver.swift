extension TestLog: CoreObserver {
  func willReduce(_ action: Action, from origin: ActionOrigin<Action>, state: State) {}

  func didReduce(_ action: Action, from origin: ActionOrigin<Action>, state: State) {
    switch origin {
    case .user:
      accept(TestFrame(state: state))
    case .effect(_, let starter):
      addReceived(
        ReceivedAction(action: action, frame: TestFrame(state: state), startedBy: starter))
    }
  }

  func effectDidStart(_ id: UInt64, startedBy action: Action) {
    addEffect(EffectInFlight(action: action, site: TestSite.ofSend), id: id)
  }

  func effectDidFinish(_ id: UInt64) {
    removeEffect(id: id)
  }
}
