public import ComposableArchitecture
import ComposableTerminal
public import DatabaseClient
public import SharedModels
import SharedRecordings

/// Statistics of the library. Send ``Action/task`` when it appears; it then follows the library.
@Reducer
public struct StatsFeature: Sendable {
  public enum Measure: CaseIterable, Sendable {
    case duration, words, memos
  }

  @ObservableState
  public struct State: Equatable {
    public var mostFrequentWords: [WordStatistics.Count] = []
    public var measure = Measure.duration
    public var isLong = false
    public var offset = 0
    public var problem: String?
    @SharedReader(.recordings) public var recordings: IdentifiedArrayOf<Recording>
    public var speakingTimes: [WordStatistics.SpeakingTime] = []
    public var statistics: LibraryStatistics?

    public init() {}
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    /// Memos and durations are counted even if the words can't be.
    case countResponse(LibraryStatistics, Result<WordStatistics, any Error>)
    case measureButtonTapped(by: Int)
    case recordingsChanged
    case reloadButtonTapped
    case task
  }

  public static let debounce = Duration.milliseconds(300)
  /// As many weeks as a year can have.
  public static let weekCount = 53
  static let wordCount = 12

  private enum CancelID {
    case count, follow
  }

  @Dependency(\.calendar) var calendar
  @Dependency(\.continuousClock) var clock
  @Dependency(\.database) var database
  @Dependency(\.date.now) var now
  @Dependency(\.timeZone) var timeZone

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none

      case .countResponse(let statistics, .failure(let error)):
        state.mostFrequentWords = []
        state.speakingTimes = []
        state.problem = "\(error)"
        state.statistics = statistics
        return .none

      case .countResponse(let statistics, .success(let words)):
        state.mostFrequentWords = words.mostFrequent
        state.speakingTimes = words.speakers
        state.problem = nil
        state.statistics = statistics
        return .none

      case .measureButtonTapped(let distance):
        state.measure = Measure.allCases.cycled(from: state.measure, by: distance)
        return .none

      case .recordingsChanged:
        let isFirst = state.statistics.map { $0.memoCount == 0 } ?? true
        return count(state, after: isFirst ? .zero : Self.debounce)

      case .reloadButtonTapped:
        state.statistics = nil
        return count(state, after: .zero)

      case .task:
        return .run { [recordings = state.$recordings] send in
          // A running transcription changes its memo many times, but nothing that is counted.
          var last: Int?
          for await recordings in recordings.values {
            let contentHash = recordings.contentHash
            if contentHash != last { await send(.recordingsChanged) }
            last = contentHash
          }
        }
        .cancellable(id: CancelID.follow, cancelInFlight: true)
      }
    }
  }

  /// Counts off the main actor, because a large library takes a moment.
  private func count(_ state: State, after delay: Duration) -> Effect<Action> {
    .run { [recordings = state.recordings] send in
      if delay > .zero { try await clock.sleep(for: delay) }
      let words = await Result { try await database.wordStatistics(mostFrequent: Self.wordCount) }
      try Task.checkCancellation()
      let statistics = statistics(of: recordings, (try? words.get()) ?? WordStatistics())
      await send(.countResponse(statistics, words))
    }
    .cancellable(id: CancelID.count, cancelInFlight: true)
  }

  private func statistics(
    of recordings: IdentifiedArrayOf<Recording>, _ words: WordStatistics
  ) -> LibraryStatistics {
    var calendar = calendar
    calendar.timeZone = timeZone
    return LibraryStatistics(
      of: recordings, wordCounts: words.counts, calendar: calendar, now: now,
      weekCount: Self.weekCount)
  }
}

extension IdentifiedArrayOf<Recording> {
  fileprivate var contentHash: Int {
    var hasher = Hasher()
    for recording in self {
      hasher.combine(recording.id)
      hasher.combine(recording.date)
      hasher.combine(recording.duration)
      hasher.combine(recording.title)
      hasher.combine(recording.transcription == .done)
    }
    return hasher.finalize()
  }
}
