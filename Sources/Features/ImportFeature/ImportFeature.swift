public import ComposableArchitecture
public import ImportCore
public import SharedModels
public import Tagged
public import TerminalUI

@Reducer
public struct ImportFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var addedIDs: [Recording.ID] = []
    public var completions: [String] = []
    public var field: TextFieldState
    public var isImporting = false
    public var items: [FileImport] = []
    public var list = ListState()
    public var problems: [String] = []

    public init(_ paths: String = "") {
      field = TextFieldState(paths)
    }

    public init(files: [URL]) {
      field = TextFieldState()
      items = files.map { FileImport(file: $0) }
    }

    public var rows: [Row] { problems.map { .problem($0) } + items.map { .file($0) } }

    public var isFinished: Bool { !isImporting && !items.isEmpty }

    public var selectedRow: Row? { list.selected(in: rows) }

    public var addedCount: Int {
      items.count { if case .added(_, _) = $0.status { true } else { false } }
    }

    public var shutDownProblem: String? {
      guard isImporting
      else { return nil }
      if items.isEmpty { return "the files were not imported" }
      let left = items.count { [.running, .waiting].contains($0.status) }
      return left > 0
        ? "\(left) of \(items.count.counted("file")) "
          + "\(left == 1 ? "was" : "were") not imported" : nil
    }
  }

  public enum Row: Equatable, Sendable {
    case file(FileImport)
    case problem(String)
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case closeButtonTapped
    case completeButtonTapped
    case completionsResponse([String], of: String)
    case delegate(Delegate)
    case fieldChanged(TextFieldState)
    case fileBegan(Int)
    case fileFinished(Int, Result<Importer.Outcome, any Error>)
    case finished
    case importButtonTapped
    case sourcesResponse(ImportSources)
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case finished(added: [Recording.ID])
    }
  }

  private enum CancelID { case completion }

  @Dependency(\.importClient) var importClient

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return close(state)

      case .completeButtonTapped:
        guard !state.isImporting, let beginning = TypedPaths.last(of: state.field.text)
        else { return .none }
        return .run { [text = state.field.text] send in
          await send(.completionsResponse(importClient.completions(of: beginning), of: text))
        }
        .cancellable(id: CancelID.completion, cancelInFlight: true)

      case .completionsResponse(let completions, let text):
        guard state.field.text == text
        else { return .none }
        let completed = TypedPaths.completing(text, with: completions)
        if completions.isEmpty {
          state.problems = ["No matching file or folder."]
        } else if completed == text, completions.count == 1 {
          state.problems = ["The name is already complete."]
        }
        state.field = TextFieldState(completed)
        state.completions = completions.count > 1 ? completions : []
        return .none

      case .binding, .delegate:
        return .none

      case .fieldChanged(let field):
        if field.text != state.field.text {
          state.completions = []
          state.problems = []
        }
        state.field = field
        return .none

      case .fileBegan(let index):
        // A later import may have replaced the items.
        guard state.items.indices.contains(index)
        else { return .none }
        state.items[index].status = .running
        state.list = ListState(selection: state.problems.count + index)
        return .none

      case .fileFinished(let index, let result):
        guard state.items.indices.contains(index)
        else { return .none }
        switch result {
        case .failure(let error):
          state.items[index].status = .failed(reason: "\(error)")
        case .success(.added(let recording, let isTruncated, _)):
          state.addedIDs.append(recording.id)
          state.items[index].status = .added(title: recording.title, isTruncated: isTruncated)
        case .success(.alreadyExists(let recording)):
          state.items[index].status = .alreadyExists(title: recording.title)
        }
        return .none

      case .finished:
        state.isImporting = false
        if state.isFinished, let index = state.rows.firstIndex(where: \.needsAttention) {
          state.list = ListState(selection: index)
        }
        // If there is something to read, the user closes the sheet.
        return state.problems.isEmpty && state.addedCount == state.items.count
          ? close(state) : .none

      case .importButtonTapped:
        let paths = importClient.paths(typed: state.field.text)
        guard !state.isImporting, !paths.isEmpty
        else { return .none }
        state.addedIDs = []
        state.completions = []
        state.isImporting = true
        state.items = []
        state.problems = []
        return .run { send in await send(.sourcesResponse(importClient.sources(paths: paths))) }

      case .sourcesResponse(let sources):
        state.items = sources.files.map { FileImport(file: $0) }
        state.problems = sources.problems.map(\.description)
        return importFiles(state)

      case .task:
        guard !state.isImporting, state.items.contains(where: { $0.status == .waiting })
        else { return .none }
        state.isImporting = true
        return importFiles(state)
      }
    }
  }

  /// The sheet for pasted or dropped paths; `nil` for other text.
  public func sheet(forPasted text: String) -> State? {
    let paths = importClient.paths(typed: text)
    return !paths.isEmpty && paths.allSatisfy { $0.hasPrefix("/") } ? State(text) : nil
  }

  private func close(_ state: State) -> Effect<Action> {
    .send(.delegate(.finished(added: state.addedIDs)))
  }

  private func importFiles(_ state: State) -> Effect<Action> {
    .run { [files = state.items.map(\.file)] send in
      for (index, file) in files.enumerated() {
        // Closing the sheet stops the import, but the copy in progress may still succeed.
        try Task.checkCancellation()
        await send(.fileBegan(index))
        let result = await Result { try await importClient.take(file: file) }
        await send(.fileFinished(index, result))
      }
      await send(.finished)
    }
  }
}

extension ImportFeature.Row {
  fileprivate var needsAttention: Bool {
    switch self {
    case .file(let item):
      if case .added(_, isTruncated: false) = item.status { false } else { true }
    case .problem: true
    }
  }
}
