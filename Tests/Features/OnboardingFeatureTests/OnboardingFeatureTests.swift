import ComposableArchitecture
import DependenciesTestSupport
import Foundation
import HealthCore
import ImportCore
import OnboardingFeature
import TerminalUI
import Testing

@MainActor
struct OnboardingFeatureTests {
  /// The properties under test: not the positions of everything.
  private let subjects = Finding.Subject.allCases.filter { ![.crashes, .folders].contains($0) }

  private func finding(
    _ subject: Finding.Subject, _ verdict: Finding.Verdict = .good
  ) -> Finding {
    Finding(what: "\(subject)", verdict: verdict, detail: "as it is")
  }

  private func makeStore(
    verdicts: [Finding.Subject: Finding.Verdict] = [:]
  ) -> TestStoreOf<OnboardingFeature> {
    TestStore(initialState: OnboardingFeature.State()) {
      OnboardingFeature()
    } withDependencies: {
      $0.healthCheck.findings = { subject in
        [Finding(what: "\(subject)", verdict: verdicts[subject] ?? .good, detail: "as it is")]
      }
      $0.importClient.paths = { TypedPaths.parse($0, home: "/home", exists: { _ in false }) }
      $0.importClient.sources = { paths in
        var sources = ImportSources()
        for path in paths { sources.add(URL(fileURLWithPath: path)) }
        return sources
      }
    }
  }

  @Test("Onboarding shows while the library is empty, until the user completes it")
  func isNeeded() {
    #expect(OnboardingFeature.State.isNeeded(isLibraryEmpty: true))
    #expect(!OnboardingFeature.State.isNeeded(isLibraryEmpty: false))
    @Shared(.hasOnboarded) var hasOnboarded
    $hasOnboarded.withLock { $0 = true }
    #expect(!OnboardingFeature.State.isNeeded(isLibraryEmpty: true))
  }

  @Test("All checks run, and each line appears as its check finishes")
  func task() async {
    await withMainSerialExecutor {
      let store = makeStore()
      await store.send(.task)
      #expect(store.state.rows == subjects.map { .checking($0) })
      for subject in subjects {
        await store.receive(.findingsResponse(subject, [finding(subject)])) {
          $0.checks[subject] = [finding(subject)]
        }
      }
      #expect(store.state.isComplete)
      #expect(store.state.canRecord)
      #expect(store.state.rows == subjects.map { .found(finding($0)) })
    }
  }

  @Test("The first problem is selected, unless the user has selected another item")
  func selection() async {
    let store = makeStore()
    let wrong = finding(.microphone, .wrong)
    await store.send(.findingsResponse(.microphone, [wrong])) {
      $0.checks[.microphone] = [wrong]
      $0.list.selection = 3
    }
    #expect(!store.state.canRecord)
    await store.send(.set(\.list, ListState(selection: 0))) { $0.list.selection = 0 }
    let other = finding(.engine, .wrong)
    await store.send(.findingsResponse(.engine, [other])) { $0.checks[.engine] = [other] }
  }

  @Test("Checking again finds fixed problems")
  func again() async {
    await withMainSerialExecutor {
      let store = makeStore()
      let wrong = finding(.engine, .wrong)
      await store.send(.findingsResponse(.engine, [wrong])) {
        $0.checks[.engine] = [wrong]
        $0.list.selection = 1
      }
      await store.send(.recheckButtonTapped) {
        $0.checks = [:]
        $0.list.selection = 0
      }
      for subject in subjects {
        await store.receive(.findingsResponse(subject, [finding(subject)])) {
          $0.checks[subject] = [finding(subject)]
        }
      }
    }
  }

  @Test("Recording completes onboarding")
  func record() async {
    let store = makeStore()
    await store.send(.recordButtonTapped) { $0.$hasOnboarded.withLock { $0 = true } }
    await store.receive(.delegate(.recordingRequested))
    #expect(!OnboardingFeature.State.isNeeded(isLibraryEmpty: true))
  }

  @Test("Postponing completes onboarding and stops the checks")
  func later() async {
    let store = TestStore(initialState: OnboardingFeature.State()) {
      OnboardingFeature()
    } withDependencies: {
      $0.healthCheck.findings = { _ in
        try? await Task.never()
        return []
      }
    }
    await store.send(.task)
    await store.send(.laterButtonTapped) { $0.$hasOnboarded.withLock { $0 = true } }
    await store.receive(.delegate(.finished))
  }

  @Test("A path imports a file, or the files in a folder")
  func importFiles() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("onboarding-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.wav", "b.wav", "c.txt"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    let store = makeStore()
    await store.send(.importButtonTapped) { $0.importPrompt = .filesToImport }
    let text = TextFieldState(" \(folder.path)")
    await store.send(\.importPrompt.textChanged, text) { $0.importPrompt?.text = text }
    await store.send(\.importPrompt.saveButtonTapped)
    await store.receive(\.importPrompt.delegate.saved, folder.path)
    await store.receive(\.sourcesResponse) {
      $0.importPrompt = nil
      $0.$hasOnboarded.withLock { $0 = true }
    }
    let there = URL(fileURLWithPath: folder.path)
    await store.receive(
      .delegate(
        .filesChosen(["a.wav", "b.wav"].map { there.appendingPathComponent($0) })))
  }

  @Test("An invalid path is reported and stays editable")
  func nowhere() async {
    let store = makeStore()
    await store.send(.importButtonTapped) { $0.importPrompt = .filesToImport }
    await store.send(\.importPrompt.saveButtonTapped)
    let text = TextFieldState("/nowhere/a.wav")
    await store.send(\.importPrompt.textChanged, text) { $0.importPrompt?.text = text }
    await store.send(\.importPrompt.saveButtonTapped)
    await store.receive(\.importPrompt.delegate.saved, "/nowhere/a.wav")
    await store.receive(\.sourcesResponse) {
      $0.importPrompt?.problem = "/nowhere/a.wav: no such file or folder"
    }
    let edited = TextFieldState("/nowhere/b.wav")
    await store.send(\.importPrompt.textChanged, edited) {
      $0.importPrompt?.text = edited
      $0.importPrompt?.problem = nil
    }
    await store.send(\.importPrompt.cancelButtonTapped)
    await store.receive(\.importPrompt.dismiss) { $0.importPrompt = nil }
    #expect(!store.state.hasOnboarded)
  }

  @Test("Files found for outdated text are not imported")
  func lateSources() async {
    let store = makeStore()
    await store.send(.importButtonTapped) { $0.importPrompt = .filesToImport }
    var sources = ImportSources()
    sources.files = [URL(fileURLWithPath: "/a.wav")]
    await store.send(.sourcesResponse(sources, of: "/a"))
    #expect(!store.state.hasOnboarded)
  }
}
