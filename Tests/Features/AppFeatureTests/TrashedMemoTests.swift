@testable import AppFeature
import ComposableArchitecture
import PreviewHarness
import SharedModels
import Testing
import UndoCore

@testable import AppPreview
@testable import PlaybackFeature

/// Memos of the trash are read and played before they are restored or deleted.
@Suite("App: memos in the trash", .dependencies)
@MainActor
struct TrashedMemoTests {
  @Test("Enter plays the memo and shows its text, without keys that change it")
  func opened() async throws {
    let preview = AppPreview.preview
    let memo = try await preview.lastFrame(of: "usual", "d D enter wait:0.3", size: "72x12")
    #expect(memo.contains("Memos \u{203a} Trash") && memo.contains("What if the search"), "\(memo)")
    #expect(memo.contains("\n\u{25b6} 0:00 ") && memo.contains("esc back"), "\(memo)")
    #expect(!memo.contains("e edit") && !memo.contains("r rename"), "\(memo)")
    let back = try await preview.lastFrame(of: "usual", "d D enter escape", size: "72x12")
    #expect(back.contains("1 memo, 352 KB") && back.contains("enter open"), "\(back)")
  }

  @Test("On a wide terminal, the memo fills the page")
  func wide() async throws {
    let memo = try await AppPreview.preview.lastFrame(
      of: "usual", "d D enter", size: "160x20")
    #expect(memo.contains("What if the search") && !memo.contains("4 memos"), "\(memo)")
  }

  @Test("An error of playback is a notice, and typed text waits until the memo is restored")
  func problems() async {
    let one = Recording.memo(1, "One")
    var state = AppFeature.State.loaded()
    state.destination = .trash(TrashPage.State())
    let typed = UnsavedText(.title, of: one.id, original: "One", text: "Uno")
    state.$unsavedTexts.withLock { $0 = [typed] }
    let store = makeStore(state) {
      $0.audioPlayer.playFrom = { _, _ in throw CancellationError() }
      $0.database.transcription = { _ in .mock }
    }
    store.exhaustivity = .off
    await store.send(\.destination.trash.trash.delegate.opened, one)
    await store.receive(\.destination.trash.memo.transcriptResponse.success)
    await store.receive(\.destination.trash.memo.delegate.autoplayFailed)
    #expect(store.state.notice == "The memo cannot be played: \(CancellationError())")
    #expect(store.state.destination?.trash?.memo?.isAutoplaying == false)
    #expect(store.state.destination?.trash?.memo?.editing == nil)
    #expect(store.state.unsavedTexts == [typed])
    await store.send(.destination(.dismiss))
    #expect(store.state.destination?.trash?.memo == nil)
  }

  enum Closed: CaseIterable {
    case app, memo, trash
  }

  @Test(
    "Closing the memo, the trash, or the app stops playback", .timeLimit(.minutes(10)),
    arguments: Closed.allCases)
  func closed(_ closed: Closed) async {
    let one = Recording.memo(1, "One")
    let (starts, start) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    var state = AppFeature.State.loaded()
    state.destination = .trash(TrashPage.State())
    let store = makeStore(state) {
      $0.audioPlayer.currentTime = { nil }
      $0.audioPlayer.playFrom = { _, _ in
        defer { end.yield() }
        start.yield()
        try await Task.never()
      }
    }
    store.exhaustivity = .off
    await store.send(\.destination.trash.trash.delegate.opened, one)
    for await _ in starts.prefix(1) {}
    await store.receive(\.destination.trash.memo.delegate.playbackStarted)
    switch closed {
    case .app: await shutDown(store)
    case .memo: await store.send(.destination(.presented(.trash(.memo(.dismiss)))))
    case .trash: await store.send(.destination(.dismiss))
    }
    for await _ in ends.prefix(1) {}
    await store.finish()
    #expect((store.state.destination?.trash == nil) == (closed != .memo))
    #expect(store.state.destination?.trash?.memo == nil)
  }
}
