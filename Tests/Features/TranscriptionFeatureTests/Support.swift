import AudioFileClient
import ComposableArchitecture
import DatabaseClient
import Foundation
import SharedModels
import SharedSettings
import SpeechClient

@testable import TranscriptionFeature

let now = Date(timeIntervalSince1970: 1_767_225_600)

func id(_ number: Int) -> Recording.ID { Recording.ID(UUID(number)) }

func jobID(_ number: Int) -> TranscriptionJob.ID { TranscriptionJob.ID(UUID(100 + number)) }

func memo(_ number: Int) -> Recording {
  .preview(
    id: id(number), title: "Memo \(number)", date: now + Double(number), duration: .seconds(10))
}

func job(
  _ number: Int, _ state: TranscriptionJob.State = .queued, model: String? = nil,
  until: Duration = .zero
) -> TranscriptionJob {
  let hasEnded = [.done, .failed].contains(state)
  return TranscriptionJob(
    id: jobID(number), recordingID: id(number), createdAt: now - 10,
    endedAt: hasEnded ? now : nil, model: model, reason: state == .failed ? "no sound" : nil,
    settings: TranscriptionSettings(beamSize: number), state: state, transcribedUntil: until)
}

func queue(_ jobs: TranscriptionJob...) -> TranscriptionFeature.Snapshot {
  var snapshot = TranscriptionFeature.Snapshot()
  for job in jobs {
    if job.state == .done { snapshot.queue.finished[job.id] = job }
    snapshot.queue.items.append(
      Queue.Item(job: job, recording: memo(Int(job.settings.beamSize))))
  }
  return snapshot
}

/// A library with these jobs, each for the memo of its number, whose text is "Old words.".
func library(_ jobs: TranscriptionJob..., edited: [Int] = []) -> DatabaseClient {
  let numbers = Set(jobs.map(\.settings.beamSize) + edited).sorted()
  return .inMemory(
    numbers.map { number in
      var text = Transcription.preview("Old words.")
      if edited.contains(number) { text.editedAt = now - 100 }
      return TranscribedMemo(recording: memo(number), transcription: text)
    },
    jobs: jobs)
}

@MainActor
func makeStore(
  _ database: DatabaseClient = .inMemory(), speech: SpeechClient = .scripted(saying: "New words."),
  settings: Settings = Settings(language: "de", model: "small", vocabulary: ["Erewhon"]),
  withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
) -> TestStoreOf<TranscriptionFeature> {
  TestStore(
    initialState: TranscriptionFeature.State(settings: SharedReader(value: settings))
  ) {
    TranscriptionFeature()
  } withDependencies: {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    $0.audioFile = .simulated()
    $0.calendar = calendar
    $0.continuousClock = TestClock()
    $0.database = database
    $0.date.now = now
    $0.speechClient = speech
    $0.speechClient.authorizationStatus = { .authorized }
    $0.uuid = .incrementing
    prepare(&$0)
  }
}

extension DatabaseClient {
  /// The memos' texts, by number.
  func text(_ number: Int) async throws -> String? {
    try await transcription(of: id(number))?.text
  }

  func states() async throws -> [Int: TranscriptionJob.State] {
    let all = try await jobs() + finishedJobs(since: .distantPast)
    return Dictionary(
      all.map { job in ((1...9).first { id($0) == job.recordingID } ?? 0, job.state) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension TranscriptionFeature.Action {
  var hasBegun: Bool { if case .queueEvent(.began) = self { true } else { false } }
  var hasFailed: Bool { if case .queueEvent(.failed) = self { true } else { false } }
  var hasProgressed: Bool { if case .queueEvent(.progressed) = self { true } else { false } }
}
