import SpeechClient

/// The kinds of events that show progress by a time that grows, or once.
enum EngineMark {
  case checkpoint, language, partial, progress, segment, speakers, started
}

extension Engine.Work {
  var reached: Duration { max(marks[.progress] ?? start, marks[.segment] ?? start) }

  mutating func note(_ event: EngineEvent) {
    isRepeating = !advances(by: event)
    if !isRepeating { lastActivity = SuspendingClock().now }
  }

  /// A hung engine may repeat an event forever.
  mutating func advances(by event: EngineEvent) -> Bool {
    let mark: (kind: EngineMark, time: Duration)
    switch event {
    case .canceled, .done, .error, .ready: return true
    // A download may take hours.
    case .unknown: return marks[.started] == nil
    case .want(let duration):
      defer { wanted = max(wanted, duration) }
      return !hasEnded && duration > wanted
    case .checkpoint(let start, _): mark = (.checkpoint, start)
    case .language: mark = (.language, .zero)
    case .partial(let words, _, let received): mark = (.partial, received ?? words.end)
    case .progress(_, let done): mark = (.progress, done)
    case .segment(let segment): mark = (.segment, segment.end)
    case .speakers: mark = (.speakers, .zero)
    case .started: mark = (.started, .zero)
    }
    let time = min(mark.time, received)
    if let known = marks[mark.kind], time <= known { return false }
    marks[mark.kind] = time
    return true
  }
}
