public import ComposableArchitecture
public import ComposableTerminal
public import DatabaseClient
public import SharedModels
public import SharedSettings
import SpeechClient
public import Tagged
public import TerminalUI
public import TranscriptionCore

/// Transcribes queued memos, as many as the machine can, and shows the progress of all programs.
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
    @Presents public var destination: Destination.State?
    public var isLoaded = false
    public var list = ListState()
    public var libraryProblem: String?
    public var speakersProblem: String?
    public var queue = Queue()
    /// The progress, from 0 to 1, of this program's jobs until the library reports their end.
    public var running: [Recording.ID: Double] = [:]
    @SharedReader public var settings: Settings
    public var texts: [TranscriptionJob.ID: PartialText] = [:]
    public var work = Work.idle
    var reading = Reading.none

    let selectsFirst: Bool

    public init(
      settings: SharedReader<Settings> = SharedReader(.settings), selectsFirst: Bool = false
    ) {
      _settings = settings
      self.selectsFirst = selectsFirst
    }

    public var selected: Queue.Item? { list.selected(in: queue.items) }

    /// From 0 to 1.
    public func progress(of item: Queue.Item) -> Double {
      max(item.progress, running[item.id] ?? 0)
    }
  }

  enum Reading: Equatable, Sendable {
    case none, once, again
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case cancelResponse(Result<TranscriptionJob, any Error>)
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    case editedTextsResponse(Result<[Recording.ID], any Error>, EnqueueRequest)
    case enqueueResponse(Result<[Recording.ID], any Error>)
    case libraryChanged
    case loadResponse(Result<Snapshot, any Error>)
    case modelButtonTapped
    case openButtonTapped
    case otherProgramTimedOut
    case pauseButtonTapped
    case queueEvent(TranscriptionQueue.Event)
    case readingEnded
    case retryAllButtonTapped
    case retryButtonTapped
    /// Sent by the parent: ends ``task``. Running jobs return to the queue.
    case stopRequested
    case task
    case transcriptionRequested([Recording.ID])
    case tryAgainButtonTapped
    case workResponse(Result<Void, any Error>)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case canceled(TranscriptionJob)
      case recordingSelected(Recording.ID)
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
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        guard let job = state.selected?.job, job.state.isUnfinished
        else { return .none }
        return cancel(job)

      case .cancelResponse(.failure(let error)):
        state.destination = .alert(.notCanceled(error))
        return .none

      case .cancelResponse(.success(let job)):
        state.change { $0.items.remove(id: job.recordingID) }
        return .merge(.send(.delegate(.canceled(job))), endWork(on: [job], &state))

      case .destination(.presented(.alert(.replaceButtonTapped(let request)))):
        return enqueue(request, state)

      case .destination(.presented(.model(.delegate(.saved(let model))))):
        guard let id = state.destination?.model?.subject
        else { return .none }
        state.destination = nil
        return findEdits([id], .model(model.isEmpty ? nil : model))

      case .binding, .delegate, .destination:
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
        state.allowWork(retryingFailed: true)
        return endWork(on: ids.compactMap { state.queue.items[id: $0]?.job }, &state)

      case .libraryChanged:
        state.allowWork()
        return read(&state)

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

      case .otherProgramTimedOut:
        // The library does not report that a program has died; only another attempt can find out.
        state.allowWork()
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
        // A claim is the only change that the library does not report.
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
        let ids = ids.filter { state.queue.items[id: $0]?.job.state.isUnfinished != true }
        return ids.isEmpty ? .none : findEdits(ids, .settings)

      case .tryAgainButtonTapped:
        state.libraryProblem = nil
        state.allowWork(retryingFailed: true)
        return read(&state)

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
  init(modelFor id: Recording.ID, text: String?) {
    self.init(
      "Another model", for: id, text: text ?? "", placeholder: "engine default",
      remark: "A name such as tiny.en or small, or a folder.", saveLabel: "transcribe")
  }
}
