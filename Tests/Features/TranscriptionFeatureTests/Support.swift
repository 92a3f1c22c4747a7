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

// MARK: Receiving the actions of the work

/// Receives the initial library, with jobs to work on.
@MainActor
func receiveFirstRead(
  of jobs: TranscriptionJob..., transcription: TranscriptionState = .done,
  in store: TestStoreOf<TranscriptionFeature>
) async {
  await store.receive(\.libraryChanged) { $0.reading = .once }
  await store.receive(\.loadResponse.success) {
    $0.isLoaded = true
    for job in jobs {
      var recording = memo(Int(job.settings.beamSize))
      recording.transcription = transcription
      $0.queue.items.append(Queue.Item(job: job, recording: recording))
      if job.state == .done { $0.queue.finished[job.id] = job }
      if job.state == .running { $0.texts[job.id] = PartialText() }
    }
    $0.work = .running(hasClaimedJob: false)
  }
  await store.receive(\.readingEnded) { $0.reading = .none }
}

/// Receives that this program has claimed a job.
@MainActor
func receiveBegin(
  of number: Int, keeping texts: [String] = [], in store: TestStoreOf<TranscriptionFeature>
) async {
  await store.receive(\.queueEvent, .began(id(number))) {
    $0.reading = .once
    $0.running[id(number)] = 0
    $0.work = .running(hasClaimedJob: true)
  }
  await store.receive(\.loadResponse.success) { $0.showClaim(of: number, keeping: texts) }
  await store.receive(\.readingEnded) { $0.reading = .none }
}

/// Receives a segment of a job that has begun, and how far the engine has come with it.
@MainActor
func receiveSegment(
  _ text: String = "New words.", of number: Int, until: Duration = .milliseconds(600),
  heard: [Double] = [0.06, 1], in store: TestStoreOf<TranscriptionFeature>
) async {
  await store.receive(\.libraryChanged) { $0.reading = .once }
  for fraction in heard { await receiveProgress(fraction, of: number, in: store) }
  await store.receive(\.loadResponse.success) {
    $0.show(text, of: number, until: until, kept: heard[0])
  }
  await store.receive(\.readingEnded) { $0.reading = .none }
}

/// Receives how far the engine has come, which never goes back.
@MainActor
func receiveProgress(
  _ fraction: Double, of number: Int, in store: TestStoreOf<TranscriptionFeature>
) async {
  let isMore = fraction > store.state.running[id(number)] ?? 0
  await store.receive(
    \.queueEvent, .progressed(id(number), fraction),
    assert: isMore ? { $0.running[id(number)] = fraction } : nil)
}

/// Receives the announcement of a finished transcript.
@MainActor
func receiveFinish(
  of number: Int, wordCount: Int = 2, in store: TestStoreOf<TranscriptionFeature>
) async {
  await store.receive(\.libraryChanged) { $0.reading = .once }
  await store.receive(\.queueEvent, .finished(id(number), wordCount: wordCount))
  await store.receive(\.loadResponse.success) { $0.finish(number) }
  await store.receive(\.delegate.transcriptFinished, id(number))
  await store.receive(\.readingEnded) { $0.reading = .none }
}

/// Receives that nothing is left to be done.
@MainActor
func receiveEndOfWork(in store: TestStoreOf<TranscriptionFeature>) async {
  await store.receive(\.workResponse.success) {
    $0.reading = .once
    $0.work = .idle
  }
  await store.receive(\.loadResponse.success)
  await store.receive(\.readingEnded) { $0.reading = .none }
}

extension TranscriptionFeature.State {
  mutating func showClaim(of number: Int, keeping kept: [String] = []) {
    guard var item = queue.items.remove(id: id(number))
    else { return }
    item.job.attempts += 1
    item.job.state = .running
    queue.items.insert(item, at: 0)
    var text = PartialText()
    text.append(kept.map { Segment(start: .zero, end: .zero, text: $0) })
    texts[item.job.id] = text
  }

  mutating func show(_ text: String, of number: Int, until: Duration, kept: Double) {
    queue.items[id: id(number)]?.job.transcribedUntil = until
    queue.items[id: id(number)]?.recording.transcription = .running(progress: kept)
    texts[jobID(number)]?.append([Segment(start: .zero, end: .zero, text: text)])
  }

  mutating func fail(_ number: Int, with reason: String, at date: Date = now) {
    end(number) {
      $0.job.endedAt = date
      $0.job.reason = reason
      $0.job.state = .failed
      // The memo keeps its old transcript.
      $0.recording.transcription = .done
    }
  }

  mutating func finish(_ number: Int) {
    end(number) {
      $0.job.endedAt = now
      $0.job.state = .done
      $0.recording.transcription = .done
    }
    queue.finished[jobID(number)] = queue.items[id: id(number)]?.job
  }

  /// Moves a job behind the waiting ones; of jobs done at once, the last comes first.
  mutating func end(_ number: Int, _ update: (inout Queue.Item) -> Void) {
    guard var item = queue.items.remove(id: id(number))
    else { return }
    update(&item)
    let place =
      item.job.state == .failed
      ? queue.count(.running) + queue.count(.queued)
      : queue.items.firstIndex { other in
        other.job.state == .done && other.job.settings.beamSize < number
      }
    queue.items.insert(item, at: place ?? queue.items.count)
    running[id(number)] = nil
    texts[item.job.id] = nil
  }
}

extension DatabaseClient {
  /// The memos' texts, by number.
  func text(_ number: Int) async throws -> String? {
    try await transcription(of: id(number))?.text
  }

  /// The queue as the feature reads it.
  func queue() async throws -> Queue {
    try await Queue(
      open: jobs.list(), finished: jobs.finished(since: now),
      recordings: recordings(matching: RecordingQuery()))
  }

  func states() async throws -> [Int: TranscriptionJob.State] {
    let all = try await jobs.list() + jobs.finished(since: .distantPast)
    return Dictionary(
      all.map { job in ((1...9).first { id($0) == job.recordingID } ?? 0, job.state) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension TranscriptionFeature.Action {
  var hasBegun: Bool { if case .queueEvent(.began) = self { true } else { false } }
  var hasProgressed: Bool { if case .queueEvent(.progressed) = self { true } else { false } }
}
