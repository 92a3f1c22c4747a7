import AppFeature
import AudioRecorderClient
import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import Foundation
import LibraryFolder
import RecordingCore
import SharedModels
import TerminalUI
import Testing

/// The initial screen of the app: at a link, or the last one.
@MainActor
struct StartTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")

  /// A library in memory whose folder has the state of the last session.
  private func store(
    _ recordings: [Recording], link: DeepLink? = nil, navigation: String? = nil,
    drafts: [RecoveredRecording] = []
  ) -> TestStoreOf<AppFeature> {
    let file = LibraryFolder.testValue.root.appendingPathComponent("navigation.json")
    let files = LockIsolated(navigation.map { [file: Data($0.utf8)] } ?? [:])
    let memos = recordings.map { TranscribedMemo(recording: $0, transcription: .mock) }
    return withDependencies {
      $0.database = .inMemory(memos)
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    } operation: {
      let store = makeStore(AppFeature.State(link: link)) {
        $0.recordingFiles.unsavedRecordings = { drafts }
      }
      store.exhaustivity = .off
      return store
    }
  }

  /// Starts, and waits until the library is loaded.
  private func begin(_ store: TestStoreOf<AppFeature>) async -> TestStoreTask {
    let task = await store.send(.task)
    await store.receive(\.unsavedRecordingsResponse)
    await store.receive(\.recordingsList.delegate)
    return task
  }

  private func end(_ store: TestStoreOf<AppFeature>, _ task: TestStoreTask) async {
    await task.cancel()
    await store.send(.shutDownRequested)
    await store.skipReceivedActions(strict: false)
  }

  @Test("At first launch the memos are shown, the newest selected, and none open")
  func first() async {
    let store = store([two, one])
    let task = await begin(store)
    #expect(store.state.tab == .memos)
    #expect(store.state.recordingsList.selectedID == two.id)
    #expect(store.state.path.isEmpty)
    await end(store, task)
  }

  @Test("The playback device of the last session is selected", .dependencies)
  func playbackDevice() async {
    @Shared(.appStorage("playbackDevice")) var device: String?
    $device.withLock { $0 = "headset" }
    let selected = LockIsolated<[String?]>([])
    let store = makeStore(AppFeature.State()) {
      $0.audioPlayer.selectDevice = { id in selected.withLock { $0.append(id) } }
      $0.database = .inMemory([])
    }
    store.exhaustivity = .off
    let task = await begin(store)
    #expect(selected.value == ["headset"])
    await end(store, task)
  }

  @Test("The tab and the open memo are restored")
  func restored() async throws {
    let store = store(
      [two, one],
      navigation: #"{"path":[{"id":"\#(one.id.rawValue)","time":4.5}],"tab":"search"}"#)
    #expect(store.state.tab == .search)
    let task = await begin(store)
    let playback = try #require(store.state.playback)
    #expect(playback.recording == one)
    #expect(playback.currentTime == 4.5)
    #expect(
      store.state.navigation == Navigation(path: [.init(id: one.id, time: 4.5)], tab: .search))
    await end(store, task)
  }

  @Test(
    "Missing and unreadable items are skipped", .dependencies,
    arguments: [
      #"{"path":[{"id":"00000000-0000-0000-0000-0000000000FF","time":1}],"tab":"memos"}"#,
      #"{"path":[{"time":1}],"tab":"somewhere"}"#, #"{"version":7}"#, "[]", "{", "null",
    ])
  func leftOut(text: String) async {
    let store = store([two, one], navigation: text)
    let task = await begin(store)
    #expect(store.state.path.isEmpty)
    #expect(store.state.tab == .memos)
    await end(store, task)
  }

  @Test("A position beyond the memo's end is its end")
  func beyond() async {
    let store = store(
      [one], navigation: #"{"path":[{"id":"\#(one.id.rawValue)","time":99}],"tab":"memos"}"#)
    let task = await begin(store)
    #expect(store.state.playback?.currentTime == 11)
    await end(store, task)
  }

  @Test("A link overrides the last location; an id prefix is enough")
  func link() async {
    let store = store(
      [two, one], link: .recording(id: "02", time: .milliseconds(2_500)),
      navigation: #"{"path":[{"id":"\#(one.id.rawValue)","time":4.5}],"tab":"search"}"#)
    let task = await begin(store)
    #expect(store.state.path.count == 1)
    #expect(store.state.playback?.recording == two)
    #expect(store.state.playback?.currentTime == 2.5)
    #expect(store.state.tab == .memos)
    await end(store, task)
  }

  @Test(
    "A link to no memo, or to several, shows the reason", .dependencies,
    arguments: [
      ("ff", "No memo in the library has the id 'ff'. It may be in the trash."),
      ("0", "2 memos have an id that starts with '0'. Use a longer one."),
    ])
  func linkToNothing(id: String, message: String) async {
    let store = store([two, one], link: .recording(id: id))
    let task = await begin(store)
    #expect(store.state.path.isEmpty)
    #expect(
      store.state.destination?.alert?.message.map { String(state: $0) } == message)
    await end(store, task)
  }

  @Test("Links lead to the places of the app")
  func places() async {
    let search = store([one], link: .search("budget"))
    let searching = await begin(search)
    #expect(search.state.tab == .search)
    #expect(search.state.search.field.text == "budget")
    await end(search, searching)

    let record = store([one], link: .record)
    let recording = await begin(record)
    #expect(record.state.destination?.record?.recordingMemo == nil)
    #expect(record.state.destination?.record != nil)
    await end(record, recording)
  }

  @Test("An empty library opens onboarding on its first launch")
  func onboarding() async {
    let store = store([])
    let task = await begin(store)
    await store.receive(\.destination.onboarding.task)
    await store.send(\.destination.onboarding.laterButtonTapped)
    await store.receive(\.destination.onboarding.delegate.finished)
    #expect(store.state.destination == nil)
    await end(store, task)
  }

  @Test("The user's first import or recording opens its sheet")
  func onboardingDelegates() async {
    let store = store([])
    let task = await begin(store)
    let file = URL(fileURLWithPath: "/a.wav")
    await store.send(\.destination.onboarding.delegate.filesChosen, [file])
    await store.receive(\.destination.importFiles.finished)
    #expect(store.state.destination?.importFiles?.items.map(\.file) == [file])
    await store.send(.destination(.dismiss))

    await store.send(\.transcription.stopRequested)
    await end(store, task)
    let second = self.store([])
    let secondTask = await begin(second)
    await second.send(\.destination.onboarding.delegate.recordingRequested)
    await second.receive(\.destination.record.recordPermissionResponse)
    #expect(second.state.destination?.record != nil)
    await end(second, secondTask)
  }

  @Test("A recording cut short by a crash is offered")
  func drafts() async {
    let draft = RecoveredRecording(
      date: Date(timeIntervalSince1970: 0), duration: .seconds(7),
      url: URL(filePath: "/nonexistent/x.flac"))
    let store = store([one], drafts: [draft])
    let task = await begin(store)
    #expect(store.state.destination?.record?.drafts == [draft])
    await end(store, task)
  }

  @Test("An unreadable library keeps the last position for the next start")
  func unreadable() async {
    let place = Navigation(path: [.init(id: one.id, time: 4.5)], tab: .search)
    let file = LibraryFolder.testValue.root.appendingPathComponent("navigation.json")
    let text = #"{"path":[{"id":"\#(one.id.rawValue)","time":4.5}],"tab":"search"}"#
    let store = withDependencies {
      $0.database.libraryID = { "unreadable" }
      $0.database.changes = { .finished }
      $0.database.jobs.finished = { _, _ in [] }
      $0.database.jobs.list = { _ in throw DatabaseError.busy(path: "library.sqlite") }
      $0.database.recordings = { _ in throw DatabaseError.busy(path: "library.sqlite") }
      $0.database.revision = { nil }
      $0.defaultFileStorage = .inMemory(fileSystem: LockIsolated([file: Data(text.utf8)]))
    } operation: {
      makeStore(AppFeature.State())
    }
    store.exhaustivity = .off
    let task = await begin(store)
    #expect(store.state.recordingsList.loadError?.contains("busy") == true)
    #expect(store.state.navigation == place)
    await end(store, task)
    #expect(store.state.shutDownProblem == nil)
  }

  @Test("The last tab is shown below whatever opens at launch")
  func tabBelow() async throws {
    let drawn = #"{"path":[],"tab":"settings"}"#
    let first = store([], navigation: drawn)
    let welcome = await begin(first)
    #expect(first.state.destination?.onboarding != nil)
    await first.receive(\.settings.task)
    await end(first, welcome)

    for link in [DeepLink.record, .recording(id: "ff", time: nil)] {
      let linked = store([one], link: link, navigation: drawn)
      let arrival = await begin(linked)
      #expect(linked.state.destination != nil)
      #expect(linked.state.tab == .settings)
      await linked.receive(\.settings.task)
      await end(linked, arrival)
    }
  }

  @Test("Only the first failed load leads to the memos with the error")
  func notLoaded() async {
    let text = #"{"path":[],"tab":"statistics"}"#
    let file = LibraryFolder.testValue.root.appendingPathComponent("navigation.json")
    let store = withDependencies {
      $0.database = .inMemory([])
      $0.database.recordings = { _ in throw DatabaseError.busy(path: "library.sqlite") }
      $0.defaultFileStorage = .inMemory(fileSystem: LockIsolated([file: Data(text.utf8)]))
    } operation: {
      makeStore(AppFeature.State())
    }
    store.exhaustivity = .off
    #expect(store.state.tab == .statistics)
    let task = await begin(store)
    #expect(store.state.tab == .memos)
    #expect(store.state.navigation.tab == .statistics)
    await store.send(.tabSelected(.search))
    await store.send(
      .recordingsList(.loadResponse(.failure(DatabaseError.busy(path: "library.sqlite")))))
    await store.receive(\.recordingsList.delegate.loadFailed)
    #expect(store.state.tab == .search)
    await end(store, task)
  }
}
