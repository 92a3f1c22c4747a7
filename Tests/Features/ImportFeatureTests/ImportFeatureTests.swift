import AudioFileClient
import ComposableArchitecture
import Foundation
import ImportCore
import ImportFeature
import SharedModels
import TerminalUI
import Testing

@MainActor
struct ImportFeatureTests {
  private func store(
    _ paths: String = "", withDependencies prepare: (inout DependencyValues) -> Void
  ) -> TestStoreOf<ImportFeature> {
    TestStore(initialState: ImportFeature.State(paths)) {
      ImportFeature()
    } withDependencies: {
      $0.importClient.paths = ImportClient.previewValue.paths
      prepare(&$0)
    }
  }

  private nonisolated func sources(
    _ paths: [String], _ problems: [ImportSources.Problem] = []
  ) -> ImportSources {
    var sources = ImportSources()
    sources.files = paths.map { URL(fileURLWithPath: $0) }
    sources.problems = problems
    return sources
  }

  @Test("Files are imported in order, and the sheet closes if all are new")
  func usual() async {
    let asked = LockIsolated<[String]>([])
    let store = store("/a.wav /b.wav") {
      $0.importClient.sources = { [self] in
        asked.setValue($0)
        return sources($0)
      }
      $0.importClient.take = { .added(.preview(title: $0.lastPathComponent)) }
    }
    await store.send(.importButtonTapped) { $0.isImporting = true }
    await store.receive(\.sourcesResponse) {
      $0.items = ["/a.wav", "/b.wav"].map { .init(file: URL(fileURLWithPath: $0)) }
    }
    for (index, name) in ["a.wav", "b.wav"].enumerated() {
      await store.receive(\.fileBegan, index) {
        $0.items[index].status = .running
        $0.list = ListState(selection: index)
      }
      await store.receive(\.fileFinished) {
        $0.addedIDs.append(Recording.mock.id)
        $0.items[index].status = .added(title: name, isTruncated: false)
      }
    }
    await store.receive(\.finished) { $0.isImporting = false }
    await store.receive(\.delegate.finished, [Recording.mock.id, Recording.mock.id])
    #expect(asked.value == ["/a.wav", "/b.wav"])
  }

  @Test("Results of a replaced import are ignored")
  func replaced() async {
    let store = store { _ in }
    await store.send(.fileBegan(0))
    await store.send(.fileFinished(0, .success(.added(.preview()))))
  }

  @Test("Each file that cannot be imported shows its reason, and the sheet stays open")
  func failures() async {
    let store = store("/a.txt /b.wav /c.wav nowhere") {
      $0.importClient.sources = { [self] _ in
        sources(["/a.txt", "/b.wav", "/c.wav"], [.missing("nowhere")])
      }
      $0.importClient.take = { file in
        switch file.lastPathComponent {
        case "a.txt": throw AudioFileError.notAudio(path: file.path)
        case "b.wav": .alreadyExists(.preview(title: "B"))
        default: .added(.preview(title: "C"), isTruncated: true)
        }
      }
    }
    await store.send(.importButtonTapped) { $0.isImporting = true }
    await store.receive(\.sourcesResponse) {
      $0.items = ["/a.txt", "/b.wav", "/c.wav"].map { .init(file: URL(fileURLWithPath: $0)) }
      $0.problems = ["nowhere: no such file or folder"]
    }
    let statuses: [FileImport.Status] = [
      .failed(reason: AudioFileError.notAudio(path: "/a.txt").description),
      .alreadyExists(title: "B"),
      .added(title: "C", isTruncated: true),
    ]
    for (index, status) in statuses.enumerated() {
      await store.receive(\.fileBegan, index) {
        $0.items[index].status = .running
        $0.list = ListState(selection: index + 1)
      }
      await store.receive(\.fileFinished) {
        if case .added = status { $0.addedIDs = [Recording.mock.id] }
        $0.items[index].status = status
      }
    }
    await store.receive(\.finished) {
      $0.isImporting = false
      $0.list = ListState(selection: 0)
    }
    #expect(store.state.selectedRow == .problem("nowhere: no such file or folder"))
    await store.send(.set(\.list, ListState(selection: 3))) { $0.list.selection = 3 }
    #expect(store.state.selectedRow == .file(store.state.items[2]))
    await store.send(.closeButtonTapped)
    await store.receive(\.delegate.finished, [Recording.mock.id])
  }

  @Test("Given files are imported when the sheet appears, and only once")
  func known() async {
    let store = TestStore(
      initialState: ImportFeature.State(files: [URL(fileURLWithPath: "/a.wav")])
    ) {
      ImportFeature()
    } withDependencies: {
      $0.importClient.take = { .added(.preview(title: $0.lastPathComponent)) }
    }
    await store.send(.task) { $0.isImporting = true }
    await store.receive(\.fileBegan, 0) {
      $0.items[0].status = .running
      $0.list = ListState(selection: 0)
    }
    await store.receive(\.fileFinished) {
      $0.addedIDs = [Recording.mock.id]
      $0.items[0].status = .added(title: "a.wav", isTruncated: false)
    }
    await store.receive(\.finished) { $0.isImporting = false }
    await store.receive(\.delegate.finished, [Recording.mock.id])
    await store.send(.task)
  }

  @Test("A path without a file is reported and can be edited")
  func nothing() async {
    let store = store("nowhere") {
      $0.importClient.sources = { [self] _ in sources([], [.missing("nowhere")]) }
    }
    await store.send(.importButtonTapped) { $0.isImporting = true }
    await store.receive(\.sourcesResponse) { $0.problems = ["nowhere: no such file or folder"] }
    await store.receive(\.finished) { $0.isImporting = false }
    await store.send(.fieldChanged(TextFieldState("here"))) {
      $0.field = TextFieldState("here")
      $0.problems = []
    }
  }

  @Test("Stopping an import skips the remaining files")
  func stopped() async {
    let taken = LockIsolated<[String]>([])
    let store = store("/a.wav /b.wav") {
      $0.importClient.take = { file in
        taken.withValue { $0.append(file.lastPathComponent) }
        // A copy does not stop half way, and succeeds.
        while !Task.isCancelled { await Task.yield() }
        return .added(.mock)
      }
    }
    let task = await store.send(.sourcesResponse(sources(["/a.wav", "/b.wav"]))) {
      $0.items = ["/a.wav", "/b.wav"].map { .init(file: URL(fileURLWithPath: $0)) }
    }
    await store.receive(\.fileBegan, 0) {
      $0.items[0].status = .running
      $0.list = ListState(selection: 0)
    }
    await task.cancel()
    #expect(taken.value == ["a.wav"])
  }

  @Test("An empty path imports nothing")
  func empty() async {
    let store = store("  ") { _ in }
    await store.send(.importButtonTapped)
    await store.send(.completeButtonTapped)
  }

  @Test("Completion extends a name to the common prefix, then lists the candidates")
  func completion() async {
    let store = store("/a.wav /mu") {
      $0.importClient.completions = { text in
        ["/music/my notes.wav", "/music/my talk.wav"].filter { $0.hasPrefix(text) }
      }
    }
    await store.send(.completeButtonTapped)
    await store.receive(\.completionsResponse) {
      $0.completions = ["/music/my notes.wav", "/music/my talk.wav"]
      $0.field = TextFieldState("/a.wav /music/my\\ ")
    }
    await store.send(.fieldChanged(TextFieldState("/a.wav /music/my\\ n"))) {
      $0.completions = []
      $0.field = TextFieldState("/a.wav /music/my\\ n")
    }
    await store.send(.completeButtonTapped)
    await store.receive(\.completionsResponse) {
      $0.field = TextFieldState("/a.wav /music/my\\ notes.wav")
    }
  }

  @Test("Completions for outdated text are ignored")
  func lateCompletion() async {
    let store = store("/a") { $0.importClient.completions = { _ in ["/abc"] } }
    await store.send(.completionsResponse(["/xyz"], of: "/x"))
  }
}
