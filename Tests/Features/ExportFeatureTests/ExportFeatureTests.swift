import AudioFileClient
import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import ExportFeature
import ExportFilesClient
import SharedModels
import TerminalUI
import Testing
import TranscriptExport

@MainActor
struct ExportFeatureTests {
  private let dismissals = LockIsolated(0)
  private let files = LockIsolated<[String: Data]>([:])
  private let other = Recording.preview(
    id: Recording.ID(UUID(7)), title: "Other", transcription: .queued)

  private func makeStore(
    _ recordings: [Recording] = [.mock],
    change: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ExportFeature> {
    TestStore(initialState: ExportFeature.State(recordings: recordings)) {
      ExportFeature()
    } withDependencies: {
      $0.audioFile = .simulated()
      $0.database = .inMemory([TranscribedMemo(recording: .mock, transcription: .mock)])
      $0.dismiss = DismissEffect { [dismissals] in dismissals.withValue { $0 += 1 } }
      $0.exportFiles = .inMemory(files, folders: ["/home/me/out"])
      change(&$0)
    }
  }

  /// A store with the user's folder and a preview of the text.
  private func shown(
    _ recordings: [Recording] = [.mock], preview: ExportFeature.TextPreview? = nil,
    change: (inout DependencyValues) -> Void = { _ in }
  ) async -> TestStoreOf<ExportFeature> {
    let store = makeStore(recordings, change: change)
    await withMainSerialExecutor {
      await store.send(.task)
      await store.receive(\.startingFolderResponse, "~") { $0.folder = TextFieldState("~") }
      guard recordings.count > 1
      else {
        await store.receive(\.previewResponse) { $0.preview = preview ?? .text(text) }
        return
      }
      for recording in recordings {
        let size: ExportFeature.TextSize =
          recording == .mock ? .bytes(Int64(text.utf8.count)) : .noTranscript
        let isKnown = store.state.sizes[recording.id] != nil
        await store.receive(
          \.sizeResponse, assert: isKnown ? nil : { $0.sizes[recording.id] = size })
      }
    }
    return store
  }

  private let text = "We agreed on the budget. Please send it tomorrow.\n"

  private func written(_ path: String) -> String? {
    files.value[path].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("It starts with the memo's name, the user's folder, and the start of the text")
  func task() async {
    let store = await shown()
    #expect(store.state.name == TextFieldState("A note on the budget.txt"))
    #expect(store.state.fields == [.content, .folder, .name])
  }

  @Test("A folder that the user has typed is not replaced")
  func typedFolder() async {
    let store = makeStore()
    await store.send(.set(\.folder, TextFieldState("/t"))) { $0.folder = TextFieldState("/t") }
    await store.send(.startingFolderResponse("~"))
  }

  @Test("Another format shows its text and changes the extension, unless it is a custom one")
  func content() async {
    let store = await shown()
    await store.send(.contentButtonTapped(by: 1)) {
      $0.content = .transcript(.srt)
      $0.name = TextFieldState("A note on the budget.srt")
      $0.preview = .loading
    }
    #expect(store.state.fields == [.content, .lineLength, .lineCount, .folder, .name])
    await store.receive(\.previewResponse) {
      $0.preview = .text(
        """
        1
        00:00:00,500 --> 00:00:02,000
        We agreed on the budget.

        2
        00:00:03,200 --> 00:00:04,700
        Please send it tomorrow.

        """)
    }
    await store.send(.set(\.name, TextFieldState("own.txt"))) {
      $0.name = TextFieldState("own.txt")
    }
    await store.send(.contentButtonTapped(by: -2)) {
      $0.content = .audio
    }
  }

  @Test("The length of caption lines can be changed within bounds, and is shown")
  func lines() async {
    let store = await shown()
    await store.send(.contentButtonTapped(by: 1)) {
      $0.content = .transcript(.srt)
      $0.name = TextFieldState("A note on the budget.srt")
      $0.preview = .loading
    }
    await store.receive(\.previewResponse) {
      $0.preview = .text(
        """
        1
        00:00:00,500 --> 00:00:02,000
        We agreed on the budget.

        2
        00:00:03,200 --> 00:00:04,700
        Please send it tomorrow.

        """)
    }
    await store.send(.lineLengthButtonTapped(by: -30)) {
      $0.options.lineLength = 16
      $0.preview = .loading
    }
    await store.receive(\.previewResponse) {
      $0.preview = .text(
        """
        1
        00:00:00,500 --> 00:00:02,000
        We agreed on
        the budget.

        2
        00:00:03,200 --> 00:00:04,700
        Please send
        it tomorrow.

        """)
    }
    await store.send(.lineCountButtonTapped(by: -5)) {
      $0.options.lineCount = 1
      $0.preview = .loading
    }
    await store.receive(\.previewResponse) {
      $0.preview = .text(
        """
        1
        00:00:00,500 --> 00:00:01,400
        We agreed on the

        2
        00:00:01,400 --> 00:00:02,400
        budget.

        3
        00:00:03,200 --> 00:00:04,000
        Please send it

        4
        00:00:04,000 --> 00:00:05,000
        tomorrow.

        """)
    }
  }

  @Test("Exporting writes the file, reports its path, keeps the options and closes the sheet")
  func export() async {
    let store = await shown()
    await store.send(.set(\.folder, TextFieldState("~/out"))) {
      $0.folder = TextFieldState("~/out")
    }
    let place = URL(fileURLWithPath: "/home/me/out/A note on the budget.txt")
    await store.send(.exportButtonTapped) { $0.phase = .exporting }
    await store.receive(\.memoExported, place) { $0.written = [place] }
    await store.receive(\.exportResponse.success, []) {
      $0.phase = .finished(skipped: [])
      $0.$lastFolder.withLock { $0 = "~/out" }
    }
    #expect(store.state.written == [place])
    #expect(written(place.path) == text)
    await store.send(.cancelButtonTapped)
    await store.finish()
    #expect(dismissals.value == 1)
    let next = ExportFeature.State(recording: other)
    #expect(next.folder == TextFieldState("~/out") && next.content == .transcript(.txt))
  }

  @Test("An existing file prompts to keep or replace it")
  func replace() async {
    let path = "/home/me/A note on the budget.txt"
    files.setValue([path: Data("old".utf8)])
    let store = await shown()
    let place = URL(fileURLWithPath: path)
    let question = AlertState<ExportFeature.Action.Alert> {
      TextState("Replace this file?")
    } actions: {
      ButtonState(role: .destructive, action: .replaceButtonTapped) { TextState("Replace") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("'A note on the budget.txt' already exists in that folder.")
    }
    await store.send(.exportButtonTapped) { $0.phase = .exporting }
    await store.receive(\.existingResponse, [place]) {
      $0.phase = .choosing
      $0.alert = question
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    #expect(written(path) == "old")
    await store.send(.exportButtonTapped) { $0.phase = .exporting }
    await store.receive(\.existingResponse, [place]) {
      $0.phase = .choosing
      $0.alert = question
    }
    await store.send(.alert(.presented(.replaceButtonTapped))) {
      $0.alert = nil
      $0.phase = .exporting
    }
    await store.receive(\.memoExported, place) { $0.written = [place] }
    await store.receive(\.exportResponse.success, []) {
      $0.phase = .finished(skipped: [])
      $0.$lastFolder.withLock { $0 = "~" }
    }
    #expect(store.state.written == [place])
    #expect(written(path) == text)
  }

  @Test(
    "An invalid file name is refused before anything is written", .dependencies,
    arguments: [
      ("  ", "enter a file name"),
      ("a/b", "'a/b' is not a valid file name: leave out '/' and set the folder above"),
      ("..", "'..' is not a valid file name: leave out '/' and set the folder above"),
    ])
  func badName(name: String, problem: String) async {
    let store = await shown()
    await store.send(.set(\.name, TextFieldState(name))) { $0.name = TextFieldState(name) }
    await store.send(.exportButtonTapped) { $0.problem = problem }
    await store.send(.set(\.name, TextFieldState("a"))) {
      $0.name = TextFieldState("a")
      $0.problem = nil
    }
    #expect(files.value == [:])
  }

  @Test("A missing folder is reported and not created")
  func noFolder() async {
    let store = await shown()
    await store.send(.set(\.folder, TextFieldState("~/gone"))) {
      $0.folder = TextFieldState("~/gone")
    }
    await store.send(.exportButtonTapped) { $0.phase = .exporting }
    await store.receive(\.exportResponse.failure) {
      $0.phase = .choosing
      $0.problem = "the folder /home/me/gone does not exist; create it, or choose another one"
    }
  }

  @Test("A disk that is full or a folder that is closed leaves the sheet open with the reason")
  func writeFails() async {
    let reason = "Cannot write '/home/me/a': the disk or the quota is full; free some space."
    let store = await shown {
      $0.exportFiles.write = { _, _ in throw Failure(description: reason) }
    }
    await store.send(.exportButtonTapped) { $0.phase = .exporting }
    await store.receive(\.exportResponse.failure) {
      $0.phase = .choosing
      $0.problem = reason
    }
  }

  @Test("A memo without a transcript shows the reason, and its audio can still be exported")
  func noTranscript() async {
    let reason = "'Other' has no transcript yet: it is waiting to be transcribed; try again later"
    let store = await shown([other], preview: .missing(reason))
    #expect(store.state.preview == .missing(reason))
    await store.send(.exportButtonTapped) { $0.problem = reason }
    await store.send(.contentButtonTapped(by: -1)) {
      $0.content = .audio
      $0.name = TextFieldState("Other.wav")
      $0.problem = nil
    }
    let place = URL(fileURLWithPath: "/home/me/Other.wav")
    await store.send(.exportButtonTapped) { $0.phase = .exporting }
    await store.receive(\.memoExported, place) { $0.written = [place] }
    await store.receive(\.exportResponse.success, []) {
      $0.phase = .finished(skipped: [])
      $0.$lastContent.withLock { $0 = .audio }
      $0.$lastFolder.withLock { $0 = "~" }
    }
    #expect(store.state.written == [place])
  }

  @Test("Several memos export to one file each; memos without a transcript are skipped and listed")
  func several() async {
    let store = await shown([.mock, other, .mock])
    #expect(store.state.fields == [.content, .folder])
    let places = ["A note on the budget.txt", "A note on the budget 2.txt"].map {
      URL(fileURLWithPath: "/home/me/\($0)")
    }
    let skipped = [
      "'Other' has no transcript yet: it is waiting to be transcribed; try again later"
    ]
    await store.send(.exportButtonTapped) { $0.phase = .exporting }
    await store.receive(\.memoExported, places[0]) { $0.written = [places[0]] }
    await store.receive(\.memoExported, places[1]) { $0.written = places }
    await store.receive(\.exportResponse.success, skipped) {
      $0.phase = .finished(skipped: skipped)
      $0.$lastFolder.withLock { $0 = "~" }
    }
    #expect(store.state.written == places)
    #expect(Set(files.value.keys) == Set(places.map(\.path)))
  }

  @Test("An interrupted export reports its progress")
  func halfWay() async {
    let store = await shown([.mock, .mock]) {
      $0.exportFiles.write = { [write = $0.exportFiles.write] data, url in
        if url.lastPathComponent.hasSuffix("2.txt") { throw Failure(description: "no space") }
        try await write(data, url)
      }
    }
    let place = URL(fileURLWithPath: "/home/me/A note on the budget.txt")
    await store.send(.exportButtonTapped) { $0.phase = .exporting }
    await store.receive(\.memoExported, place) { $0.written = [place] }
    await store.receive(\.exportResponse.failure) {
      $0.phase = .choosing
      $0.problem = "1 of 2 written; no space"
    }
  }

  @Test("An export can be stopped, and the sheet stays until the next key")
  func stop() async {
    let store = await shown { $0.exportFiles.write = { _, _ in try await Task.never() } }
    await store.send(.exportButtonTapped) { $0.phase = .exporting }
    await store.send(.cancelButtonTapped) {
      $0.phase = .choosing
      $0.problem = "stopped"
    }
    #expect(dismissals.value == 0)
    await store.send(.cancelButtonTapped)
    await store.finish()
    #expect(dismissals.value == 1)
  }

  @Test("Options wrap around, and hidden ones cannot be selected")
  func fields() async {
    let store = await shown()
    await store.send(.fieldButtonTapped(by: -1)) { $0.field = .name }
    await store.send(.fieldButtonTapped(by: 1)) { $0.field = .content }
    await store.send(.fieldChosen(.folder)) { $0.field = .folder }
    await store.send(.fieldChosen(.lineCount))
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
