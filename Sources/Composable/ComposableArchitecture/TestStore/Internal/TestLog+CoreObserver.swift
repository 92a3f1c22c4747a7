extension TestLog: CoreObserver {
  func willReduce(_ action: Action, from origin: ActionOrigin<Action>, state: State) {
    beginStep()
  }

  func didReduce(_ action: Action, from origin: ActionOrigin<Action>, state: State) {
    let frame = endStep(state)
    switch origin {
    case .user:
      didSend(frame)
    case .effect(_, let starter):
      addReceived(ReceivedAction(action: action, frame: frame, startedBy: starter))
    }
  }

  func effectDidStart(_ id: UInt64, startedBy action: Action) {
    addEffect(EffectInFlight(action: action, site: SourceSite.ofSend), id: id)
  }

  func effectDidFinish(_ id: UInt64) {
    removeEffect(id: id)
  }
}
