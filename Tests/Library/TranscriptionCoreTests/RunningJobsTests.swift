import ConcurrencyExtras
import DatabaseClient
import DependenciesTestSupport
import Foundation
import SharedModels
import SpeechClient
import Testing

@testable import TranscriptionCore

struct RunningJobsTests {
  private struct Failure: Error {}

  @Test("A canceled job ends at once, and concurrent jobs continue")
  func queue() async throws {
    let library = try TestLibrary()
    for number in 1...3 { try await library.addMemo(number) }
    let jobs = RunningJobs()
    let ended = TranscriptionJob.ID(UUID(101))
    var speech = SpeechClient.scripted(saying: "Yes.")
    let transcribe = speech.transcribe
    let count = LockIsolated(0)
    speech.transcribe = { request in
      count.withValue { $0 += 1 }
      // The first one never ends by itself.
      return count.value == 1 ? .never : transcribe(request)
    }
    let database = library.database
    let events = try await library.run(speech, width: 2) {
      $0.runningJobs = jobs
    } onEvent: { event in
      guard event == .began(TestLibrary.id(1))
      else { return }
      Task {
        try await database.jobs.end(id: ended, outcome: .cancelled)
        jobs.end(id: ended)
      }
    }
    #expect(Set(events.begun) == Set((1...3).map(TestLibrary.id)))
    #expect(try await library.states() == [.cancelled, .done, .done])
  }

  @Test("Canceled work is not awaited; other work returns its result")
  func work() async throws {
    let jobs = RunningJobs()
    let (first, second) = (TranscriptionJob.ID(UUID(1)), TranscriptionJob.ID(UUID(2)))
    let isCancelled = LockIsolated(false)
    let begun = AsyncStream<Void>.makeStream()
    let run = Task {
      try await jobs.run(first) {
        begun.continuation.yield()
        await withTaskCancellationHandler {
          // An engine that stays busy, whatever it receives.
          for await _ in AsyncStream<Never>.never where !Task.isCancelled {}
        } onCancel: {
          isCancelled.setValue(true)
        }
        throw Failure()
      }
    }
    for await _ in begun.stream { break }
    jobs.end(id: second)
    #expect(!isCancelled.value)
    jobs.end(id: first)
    try await run.value
    #expect(isCancelled.value)

    await #expect(throws: Failure.self) { try await jobs.run(second) { throw Failure() } }
    jobs.end(id: second)
    try await jobs.run(second) {}
  }

  @Test("A canceled task waits until running jobs are back in the queue")
  func cancelled() async {
    let jobs = RunningJobs()
    let isPutBack = LockIsolated(false)
    let begun = AsyncStream<Void>.makeStream()
    let run = Task {
      try await jobs.run(TranscriptionJob.ID(UUID(1))) {
        begun.continuation.yield()
        try? await Task.never()
        isPutBack.setValue(true)
        throw CancellationError()
      }
    }
    for await _ in begun.stream { break }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(isPutBack.value)
  }
}
