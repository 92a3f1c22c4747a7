public import ComposableArchitecture
public import DatabaseClient
public import SharedModels
public import SharedSettings
import SpeechClient
public import Tagged
public import TerminalUI
public import TranscriptionCore

/// The transcriptions that are to be made: makes them, one at a time, and shows how far they are,
/// those of other programs too.
///
/// Jobs are in the library's database, not in the state: they survive a restart, and whoever claims
/// one first makes it.
@Reducer
public struct TranscriptionFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Alert>)
    case model(ModelChoice)

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case enqueue(Wish)
    }
  }

  @ObservableState
  public struct State: Equatable {
    /// What was cancelled since the start, the last one last.
    public var cancelled: [TranscriptionJob] = []
    @Presents public var destination: Destination.State?
    /// Whether the library was read.
    public var isLoaded = false
    /// Whether a person has stopped the work for now.
    public var isPaused = false
    public var list = ListState()
    /// Why the library cannot be read, and what to do.
    public var libraryProblem: String?
    public var queue = Queue()
    @SharedReader public var settings: Settings
    /// What was said, of jobs that are being done.
    public var texts: [TranscriptionJob.ID: PartialText] = [:]
    /// What this program does.
    public var work = Work()
    /// Why no transcript is made, and what to do. Nothing is begun until a person wants it.
    public var workProblem: String?
    var reading = Reading.none

    /// - Parameter settings: What to ask of the engine; what the library's say, unless others are
    ///   given.
    public init(settings: SharedReader<Settings> = SharedReader(.settings)) {
      _settings = settings
    }

    /// The memo that is chosen.
    public var selected: Queue.Item? {
      list.selection.flatMap { queue.items.indices.contains($0) ? queue.items[$0] : nil }
    }

    /// How much of a memo is done, from 0 to 1.
    public func progress(of item: Queue.Item) -> Double {
      max(item.progress, work.recordingID == item.id ? work.progress : 0)
    }
  }

  /// What this program does for the queue.
  public struct Work: Equatable, Sendable {
    /// Whether anything was begun since the queue was last found empty.
    var hasBegun = false
    /// Whether it looks for jobs and does them.
    public var isRunning = false
    /// How much of the memo was heard, from 0 to 1.
    public var progress = 0.0
    /// The memo that is worked on, or was the last one.
    public var recordingID: Recording.ID?
    /// Whether there was nothing to claim when it was last tried, and nothing has changed since.
    var wasFruitless = false

    public init() {}
  }

  /// One reading of the library at a time: what changes meanwhile has it read once more.
  enum Reading: Equatable, Sendable {
    case none, once, again
  }

  public enum Action {
    case cancelButtonTapped
    case cancelled(TranscriptionJob)
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    /// A person wants transcripts of these memos.
    case enqueueButtonTapped([Recording.ID])
    case enqueued([Recording.ID])
    case enqueueChecked(Wish, edited: [Recording.ID])
    case libraryChanged
    case listChanged(ListState)
    case loaded(Snapshot)
    case loadFailed(reason: String)
    case modelButtonTapped
    case openButtonTapped
    case pauseButtonTapped
    case queueEnded
    case queueEvent(TranscriptionQueue.Event)
    case queueFailed(reason: String)
    /// Makes transcripts, and follows what others make, until ``stop`` or the end of the store.
    case task
    case readingEnded
    case retryAllButtonTapped
    case retryButtonTapped
    case somebodySilent
    /// Ends what ``task`` began. A job that is worked on goes back to the queue.
    case stop
    case tryAgainButtonTapped
    case undoButtonTapped
    case wishFailed(reason: String)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// A person wants to see and hear this memo.
      case recordingSelected(Recording.ID)
      /// A transcript was made, by this program or another.
      case transcriptFinished(Recording.ID)
    }
  }

  @Dependency(\.calendar) var calendar
  @Dependency(\.continuousClock) var clock
  @Dependency(\.database) var database
  @Dependency(\.date.now) var now
  @Dependency(\.speechClient) var speechClient
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        guard let job = state.selected?.job, [.queued, .running].contains(job.state)
        else { return .none }
        return cancel(job)

      case .cancelled(let job):
        state.cancelled.append(job)
        state.change { $0.items.remove(id: job.recordingID) }
        return workAnew(on: [job.recordingID], &state)

      case .delegate:
        return .none

      case .destination(.presented(.alert(.enqueue(let wish)))):
        return enqueue(wish, state)

      case .destination(.presented(.model(.delegate(.chosen)))):
        guard let choice = state.destination?.model
        else { return .none }
        state.destination = nil
        return check([choice.recordingID], .model(choice.model))

      case .destination:
        return .none

      case .enqueueButtonTapped(let ids):
        // What is on its way goes on.
        let ids = ids.filter {
          ![.queued, .running].contains(state.queue.items[id: $0]?.job.state)
        }
        return ids.isEmpty ? .none : check(ids, .settings)

      case .enqueued(let ids):
        state.workProblem = nil
        return workAnew(on: ids, &state)

      case .enqueueChecked(let wish, let edited):
        guard edited.isEmpty
        else {
          state.destination = .alert(.edited(wish, edited))
          return .none
        }
        return enqueue(wish, state)

      case .libraryChanged:
        state.work.wasFruitless = false
        return read(&state)

      case .listChanged(let list):
        state.list = list
        return .none

      case .loaded(let snapshot):
        return take(snapshot, &state)

      case .loadFailed(let reason):
        state.libraryProblem = reason
        return readOn(&state)

      case .modelButtonTapped:
        guard let item = state.selected
        else { return .none }
        state.destination = .model(
          ModelChoice.State(for: item.id, model: item.job.model ?? state.settings.model))
        return .none

      case .openButtonTapped:
        return state.selected.map { .send(.delegate(.recordingSelected($0.id))) } ?? .none

      case .pauseButtonTapped:
        state.isPaused.toggle()
        guard state.isPaused
        else { return begin(&state) }
        state.work = Work()
        return .cancel(id: CancelID.work)

      case .queueEnded:
        state.work.isRunning = false
        state.work.wasFruitless = !state.work.hasBegun
        return read(&state)

      case .queueEvent(let event):
        state.work.take(event)
        // That somebody claims a job is the one change that the library does not tell of.
        if case .began = event { return read(&state) }
        return .none

      case .queueFailed(let reason):
        state.work = Work()
        state.workProblem = reason
        return .none

      case .readingEnded:
        return readOn(&state)

      case .retryAllButtonTapped:
        let ids = state.queue.items.filter { $0.job.state == .failed }.map(\.id)
        return ids.isEmpty ? .none : check(ids, .asBefore)

      case .retryButtonTapped:
        guard let item = state.selected, [.done, .failed].contains(item.job.state)
        else { return .none }
        return check([item.id], .asBefore)

      case .somebodySilent:
        // The library does not tell that a program has died: only another try can.
        state.work.wasFruitless = false
        return begin(&state)

      case .stop:
        state.work = Work()
        state.reading = .none
        return .merge(CancelID.allCases.map { .cancel(id: $0) })

      case .task:
        return follow()

      case .tryAgainButtonTapped:
        state.workProblem = nil
        state.libraryProblem = nil
        state.work.wasFruitless = false
        return read(&state)

      case .undoButtonTapped:
        guard let job = state.cancelled.popLast()
        else { return .none }
        return check([job.recordingID], .like(job))

      case .wishFailed(let reason):
        state.destination = .alert(.failed(reason))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension TranscriptionFeature.Destination.State: Equatable {}

extension TranscriptionFeature.Work {
  mutating func take(_ event: TranscriptionQueue.Event) {
    switch event {
    case .began(let id):
      hasBegun = true
      progress = 0
      recordingID = id
    // It is ours until the library says that it is over.
    case .failed: break
    case .finished(let id, _):
      if recordingID == id { progress = 1 }
    case .progressed(let id, let fraction):
      if recordingID == id { progress = max(progress, fraction) }
    }
  }
}
