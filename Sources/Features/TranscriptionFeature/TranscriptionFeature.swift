public import ComposableArchitecture
public import ComposableTerminal
public import DatabaseClient
public import SharedModels
public import SharedSettings
import SpeechClient
public import Tagged
public import TerminalUI
public import TranscriptionCore

/// The transcriptions that are to be made: makes them, as many at once as the machine is good for, and
/// shows how far they are, those of other programs too.
///
/// Jobs are in the library's database, not in the state: they survive a restart, and the program
/// that claims a job first does it.
@Reducer
public struct TranscriptionFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Alert>)
    case model(TextPrompt<Recording.ID>)

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case replaceButtonTapped(EnqueueRequest)
    }
  }

  @ObservableState
  public struct State: Equatable {
    /// What was cancelled since the start, the last one last.
    public var cancelled: [TranscriptionJob] = []
    @Presents public var destination: Destination.State?
    /// Whether the library was read.
    public var isLoaded = false
    public var list = ListState()
    /// Why the library cannot be read, and what to do.
    public var libraryProblem: String?
    /// Why it is not known who speaks in the memo that was transcribed last, if that was wanted.
    public var speakersProblem: String?
    public var queue = Queue()
    /// The memos that this program transcribes, until the library says that their jobs are over, and
    /// how much of each was heard, from 0 to 1.
    public var running: [Recording.ID: Double] = [:]
    @SharedReader public var settings: Settings
    /// What was said, of jobs that are being done.
    public var texts: [TranscriptionJob.ID: PartialText] = [:]
    /// Whether this program makes transcripts.
    public var work = Work.idle
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
      max(item.progress, running[item.id] ?? 0)
    }
  }

  /// Whether the library is being read. A change during a read causes one more.
  enum Reading: Equatable, Sendable {
    case none, once, again
  }

  public enum Action {
    case cancelButtonTapped
    case cancelResponse(Result<TranscriptionJob, any Error>)
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    /// Those of the memos whose text a person has edited.
    case editedTextsResponse(Result<[Recording.ID], any Error>, EnqueueRequest)
    case enqueueResponse(Result<[Recording.ID], any Error>)
    case libraryChanged
    case listChanged(ListState)
    case loadResponse(Result<Snapshot, any Error>)
    case modelButtonTapped
    case openButtonTapped
    case otherProgramSilent
    case pauseButtonTapped
    case queueEvent(TranscriptionQueue.Event)
    /// The library may be read again.
    case readingEnded
    case retryAllButtonTapped
    case retryButtonTapped
    /// Sent by the parent: ends what ``task`` began. A job that is worked on returns to the queue.
    case stopRequested
    /// Makes transcripts, and follows what others make, until ``stopRequested`` or the end of the
    /// store.
    case task
    /// Sent by the parent: a person wants transcripts of these memos.
    case transcriptionRequested([Recording.ID])
    case tryAgainButtonTapped
    case undoButtonTapped
    /// Nothing is left to make, or it cannot be made.
    case workResponse(Result<Void, any Error>)

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
  @Dependency(\.runningJobs) var runningJobs
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

      case .cancelResponse(.failure(let error)):
        state.destination = .alert(.notCancelled(error))
        return .none

      case .cancelResponse(.success(let job)):
        state.cancelled.append(job)
        state.change { $0.items.remove(id: job.recordingID) }
        return endWork(on: [job], &state)

      case .delegate:
        return .none

      case .destination(.presented(.alert(.replaceButtonTapped(let request)))):
        return enqueue(request, state)

      case .destination(.presented(.model(.delegate(.saved(let model))))):
        guard let id = state.destination?.model?.subject
        else { return .none }
        state.destination = nil
        return findEdits([id], .model(model.isEmpty ? nil : model))

      case .destination:
        return .none

      case .editedTextsResponse(.failure(let error), _):
        state.destination = .alert(.notQueued(error))
        return .none

      case .editedTextsResponse(.success(let edited), let request):
        guard edited.isEmpty
        else {
          state.destination = .alert(.edited(request, edited))
          return .none
        }
        return enqueue(request, state)

      case .enqueueResponse(.failure(let error)):
        state.destination = .alert(.notQueued(error))
        return .none

      case .enqueueResponse(.success(let ids)):
        state.reviveWork(isWanted: true)
        return endWork(on: ids.compactMap { state.queue.items[id: $0]?.job }, &state)

      case .libraryChanged:
        state.reviveWork()
        return read(&state)

      case .listChanged(let list):
        state.list = list
        return .none

      case .loadResponse(.failure(let error)):
        state.libraryProblem = String(describing: error)
        return finishReading(&state)

      case .loadResponse(.success(let snapshot)):
        return apply(snapshot, &state)

      case .modelButtonTapped:
        guard let item = state.selected
        else { return .none }
        state.destination = .model(
          TextPrompt<Recording.ID>.State(
            modelFor: item.id, text: item.job.model ?? state.settings.model))
        return .none

      case .openButtonTapped:
        return state.selected.map { .send(.delegate(.recordingSelected($0.id))) } ?? .none

      case .otherProgramSilent:
        // The library does not tell that a program has died: only another try can.
        state.reviveWork()
        return begin(&state)

      case .pauseButtonTapped:
        guard state.work != .paused
        else {
          state.work = .idle
          return begin(&state)
        }
        state.running = [:]
        state.work = .paused
        return .cancel(id: CancelID.work)

      case .queueEvent(let event):
        state.apply(event)
        // A claim is the one change that the library does not report.
        if case .began = event { return read(&state) }
        return .none

      case .readingEnded:
        return finishReading(&state)

      case .retryAllButtonTapped:
        let ids = state.queue.items.filter { $0.job.state == .failed }.map(\.id)
        return ids.isEmpty ? .none : findEdits(ids, .lastJob)

      case .retryButtonTapped:
        guard let item = state.selected, [.done, .failed].contains(item.job.state)
        else { return .none }
        return findEdits([item.id], .lastJob)

      case .stopRequested:
        state.endWork()
        state.reading = .none
        return .merge(CancelID.allCases.map { .cancel(id: $0) })

      case .task:
        return follow()

      case .transcriptionRequested(let ids):
        // What is on its way already is not asked for again.
        let ids = ids.filter {
          ![.queued, .running].contains(state.queue.items[id: $0]?.job.state)
        }
        return ids.isEmpty ? .none : findEdits(ids, .settings)

      case .tryAgainButtonTapped:
        state.libraryProblem = nil
        state.reviveWork(isWanted: true)
        return read(&state)

      case .undoButtonTapped:
        guard let job = state.cancelled.popLast()
        else { return .none }
        return findEdits([job.recordingID], .job(job))

      case .workResponse(.failure(let error)):
        state.running = [:]
        state.work = .failed(reason: String(describing: error))
        return .none

      case .workResponse(.success):
        state.work = state.work == .running(hasClaimedJob: true) ? .idle : .nothingToClaim
        return read(&state)
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension TranscriptionFeature.Destination.State: Equatable {}

extension TextPrompt<Recording.ID>.State {
  /// Asks for the model that is to transcribe a memo.
  ///
  /// - Parameters:
  ///   - id: The memo.
  ///   - text: What to begin with.
  init(modelFor id: Recording.ID, text: String?) {
    self.init(
      "Another model", for: id, text: text ?? "", placeholder: "engine default",
      remark: "A name such as tiny.en or small, or a folder.", saveLabel: "transcribe")
  }
}
