public import ComposableArchitecture
import ComposableTerminal
import ExportCore
import ExportFilesClient
public import SharedModels
public import Tagged
public import TerminalUI
public import TranscriptExport

/// Exports memos. Send ``Action/task`` when it appears; it dismisses itself.
@Reducer
public struct ExportFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var content: ExportContent
    public var field = Field.content
    public var folder: TextFieldState
    /// The memos that were left out of a finished export.
    public var list = ListState(selection: 0)
    public var name: TextFieldState
    public var options = SubtitleOptions()
    public var phase = Phase.choosing
    public var preview = TextPreview.loading
    public var problem: String?
    public let recordings: [Recording]
    /// The sizes measured so far, for text files of several memos.
    public var sizes: [Recording.ID: TextSize] = [:]
    public var written: [URL] = []
    /// The next export starts with the settings of the last one.
    @Shared(.appStorage("exportContent")) public var lastContent = ExportContent.transcript(.txt)
    @Shared(.appStorage("exportFolder")) public var lastFolder = ""

    public init(recording: Recording) {
      self.init(recordings: [recording])
    }

    public init(recordings: [Recording]) {
      self.recordings = recordings
      content = .transcript(.txt)
      folder = TextFieldState()
      name = TextFieldState()
      content = lastContent
      folder = TextFieldState(lastFolder)
      if let recording = recordings.first {
        name = TextFieldState(content.fileName(of: recording))
      }
    }

    public var fields: [Field] {
      [.content] + (hasCaptions ? [.lineLength, .lineCount] : [])
        + [.folder] + (recordings.count == 1 ? [.name] : [])
    }

    public var shutDownProblem: String? {
      let left = recordings.count - written.count
      return phase == .exporting && left > 0
        ? "\(left.grouped) of \(recordings.count.counted("memo")) "
          + "\(left == 1 ? "was" : "were") not exported" : nil
    }

    var hasCaptions: Bool { [.transcript(.srt), .transcript(.vtt)].contains(content) }

    var listed: [Recording] { Array(recordings.prefix(100)) }

    var shownRecording: Recording? {
      recordings.first { $0.transcription == .done } ?? recordings.first
    }
  }

  public enum Field: Hashable, Sendable {
    case content, folder, lineCount, lineLength, name
  }

  public enum Phase: Equatable, Sendable {
    case choosing, exporting
    case finished(skipped: [String])
  }

  public enum TextSize: Equatable, Sendable {
    case bytes(Int64)
    case noTranscript
    case unreadable
  }

  public enum TextPreview: Equatable, Sendable {
    case loading
    case missing(String)
    case text(String)
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case contentButtonTapped(by: Int)
    case existingResponse([URL])
    case exportButtonTapped
    case exportResponse(Result<[String], any Error>)
    case fieldButtonTapped(by: Int)
    case fieldChosen(Field)
    case lineCountButtonTapped(by: Int)
    case lineLengthButtonTapped(by: Int)
    case memoExported(URL)
    case previewResponse(Result<String, any Error>)
    case sizeResponse(Recording.ID, TextSize)
    case startingFolderResponse(String)
    case task

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case replaceButtonTapped
    }
  }

  enum CancelID {
    case export, preview
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.exportFiles) var files

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.replaceButtonTapped)):
        return export(&state, replacing: true)

      case .binding(\.folder), .binding(\.name):
        state.problem = nil
        return .none

      case .alert, .binding:
        return .none

      case .cancelButtonTapped:
        guard state.phase == .exporting
        else { return .run { _ in await dismiss() } }
        state.phase = .choosing
        state.problem = state.stopped("stopped")
        return .cancel(id: CancelID.export)

      case .contentButtonTapped(let distance):
        choose(ExportContent.allCases.cycled(from: state.content, by: distance), &state)
        return preview(&state)

      case .existingResponse(let places):
        state.phase = .choosing
        state.alert = .replace(places)
        return .none

      case .exportButtonTapped:
        guard state.phase == .choosing
        else { return .none }
        return export(&state, replacing: false)

      case .exportResponse(.failure(let error)):
        state.phase = .choosing
        state.problem = state.stopped("\(error)")
        return .none

      case .exportResponse(.success(let skipped)):
        state.phase = .finished(skipped: skipped)
        state.$lastContent.withLock { [content = state.content] in $0 = content }
        state.$lastFolder.withLock { [folder = state.folder.text] in $0 = folder }
        return .none

      case .fieldButtonTapped(let distance):
        state.field = state.fields.cycled(from: state.field, by: distance)
        return .none

      case .fieldChosen(let field):
        if state.fields.contains(field) { state.field = field }
        return .none

      case .lineCountButtonTapped(let distance):
        state.options.lineCount = min(4, max(1, state.options.lineCount + distance))
        return preview(&state)

      case .lineLengthButtonTapped(let distance):
        state.options.lineLength = min(80, max(16, state.options.lineLength + distance))
        return preview(&state)

      case .memoExported(let place):
        state.written.append(place)
        return .none

      case .previewResponse(.failure(let error)):
        state.preview = .missing("\(error)")
        return .none

      case .previewResponse(.success(let text)):
        state.preview = .text(text)
        return .none

      case .sizeResponse(let id, let size):
        state.sizes[id] = size
        return .none

      case .startingFolderResponse(let folder):
        // The user may have started to type a folder.
        if state.folder.text.isEmpty { state.folder = TextFieldState(folder) }
        return .none

      case .task:
        return .merge(preview(&state), startingFolder(state))
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  /// Also changes the extension of the name, unless the user has changed it.
  private func choose(_ content: ExportContent, _ state: inout State) {
    let old = state.content
    state.content = content
    state.problem = nil
    guard let recording = state.recordings.first
    else { return }
    let ending = ".\(old.fileExtension(of: recording))"
    if state.name.text.hasSuffix(ending) {
      let stem = state.name.text.dropLast(ending.count)
      state.name = TextFieldState("\(stem).\(content.fileExtension(of: recording))")
    }
  }

  private func startingFolder(_ state: State) -> Effect<Action> {
    guard state.folder.text.isEmpty
    else { return .none }
    return .run { send in
      await send(.startingFolderResponse(ExportPlace().text(for: files.startingFolder())))
    }
  }
}

extension ExportFeature.State {
  func stopped(_ reason: String) -> String {
    written.isEmpty || recordings.count == 1
      ? reason
      : "\(written.count.grouped) of \(recordings.count.grouped) written; \(reason)"
  }
}
