import ConcurrencyExtras
import Dependencies
import DependenciesMacros
import DependenciesTestSupport
import Foundation
import IssueReporting
import Testing

/// The memo feature, as far as it uses the recorder.
@MainActor
private final class RecordingModel {
  @Dependency(\.audioRecorder) private var audioRecorder
  @Dependency(\.date.now) private var now
  @Dependency(\.uuid) private var uuid

  enum Permission { case allowed, denied, undetermined }

  struct Memo: Equatable {
    var date: Date
    var duration: TimeInterval
    var url: URL
  }

  private(set) var permission = Permission.undetermined
  private(set) var memos: [Memo] = []

  func recordButtonTapped() async throws {
    guard await audioRecorder.requestRecordPermission()
    else {
      permission = .denied
      return
    }
    permission = .allowed
    let url = URL(fileURLWithPath: "/memos/\(uuid()).flac")
    let date = now
    guard try await audioRecorder.startRecording(url: url)
    else { return }
    memos.append(Memo(date: date, duration: await audioRecorder.currentTime(), url: url))
  }
}

@MainActor
@Suite("A typical audio recorder client")
struct AudioRecorderClientTests {
  @Test("DEP-18 A memo is recorded with the endpoints that the test overrides")
  func recordMemo() async throws {
    let stream = AsyncThrowingStream.makeStream(of: Void.self, throwing: (any Error).self)
    let model = withDependencies {
      $0.audioRecorder.requestRecordPermission = { true }
      $0.audioRecorder.startRecording = { _ in
        try await stream.stream.first { _ in true }
        return true
      }
      $0.audioRecorder.currentTime = { 2.5 }
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    } operation: {
      RecordingModel()
    }
    async let recording: Void = model.recordButtonTapped()
    stream.continuation.yield()
    stream.continuation.finish()
    try await recording
    #expect(model.permission == .allowed)
    #expect(
      model.memos == [
        RecordingModel.Memo(
          date: Date(timeIntervalSinceReferenceDate: 0), duration: 2.5,
          url: URL(fileURLWithPath: "/memos/00000000-0000-0000-0000-000000000000.flac"))
      ])
  }

  @Test("A refused permission is remembered, and nothing is recorded")
  func permissionDenied() async throws {
    let model = withDependencies {
      $0.audioRecorder.requestRecordPermission = { false }
    } operation: {
      RecordingModel()
    }
    try await model.recordButtonTapped()
    #expect(model.permission == .denied)
    #expect(model.memos == [])
  }

  @Test("DEP-02 DEP-04 An endpoint of the test value that is not overridden fails the test")
  func unimplemented() async throws {
    let messages = LockIsolated<[String]>([])
    await withIssueReporters([MessageReporter(messages)]) {
      let model = withDependencies {
        $0.audioRecorder.requestRecordPermission = { true }
        $0.uuid = .incrementing
        $0.date.now = Date(timeIntervalSince1970: 0)
      } operation: {
        RecordingModel()
      }
      await #expect(throws: Unimplemented("startRecording")) {
        try await model.recordButtonTapped()
      }
      #expect(model.memos == [])
    }
    #expect(messages.value == ["Unimplemented: 'AudioRecorderClient.startRecording'"])
  }

  @Test("DEP-05 An endpoint with a default reports being called, and returns the default")
  func unimplementedWithDefault() async throws {
    let messages = LockIsolated<[String]>([])
    await withIssueReporters([MessageReporter(messages)]) {
      @Dependency(\.audioRecorder) var audioRecorder
      #expect(await audioRecorder.currentTime() == 0)
      #expect(await audioRecorder.requestRecordPermission() == false)
      await audioRecorder.stopRecording()
    }
    #expect(
      messages.value == [
        "Unimplemented: 'AudioRecorderClient.currentTime'",
        "Unimplemented: 'AudioRecorderClient.requestRecordPermission'",
        "Unimplemented: 'AudioRecorderClient.stopRecording'",
      ])
  }

  @Test("DEP-10 The preview value records until it is stopped, and counts the seconds")
  func preview() async throws {
    let ticks = AsyncStream.makeStream(of: Void.self)
    let started = AsyncStream.makeStream(of: Void.self)
    try await withDependencies {
      $0.context = .preview
      $0.recordingTick.wait = {
        started.continuation.yield()
        for await _ in ticks.stream { return }
      }
    } operation: {
      @Dependency(\.self) var dependencies
      let audioRecorder = dependencies.audioRecorder
      #expect(await audioRecorder.requestRecordPermission())
      async let recorded = audioRecorder.startRecording(url: URL(fileURLWithPath: "/memo.flac"))
      var starts = started.stream.makeAsyncIterator()
      await starts.next()
      #expect(await audioRecorder.currentTime() == 0)
      ticks.continuation.yield()
      await starts.next()
      #expect(await audioRecorder.currentTime() == 1)
      await audioRecorder.stopRecording()
      #expect(await audioRecorder.currentTime() == 0)
      ticks.continuation.finish()
      let isRecorded = try await recorded
      #expect(isRecorded)
    }
  }
}
