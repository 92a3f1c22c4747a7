import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import Foundation
import SharedModels
import SpeechClient
import TerminalUI
import TranscriptionCore

extension TranscriptionFeature {
  enum CancelID: CaseIterable {
    case follow, read, otherProgram, work
  }

  /// The silence of another program's job after which this program tries to claim it.
  public static let otherProgramTimeout = Duration.seconds(10)

  /// A multiple of the read's duration, so that a long queue is not read all the time.
  static let readPauseFactor = 3

  func follow() -> Effect<Action> {
    .run { send in
      let changes = database.changes()
      // A read from now on includes all earlier changes.
      await send(.libraryChanged)
      for await _ in changes { await send(.libraryChanged) }
    }
    .cancellable(id: CancelID.follow, cancelInFlight: true)
  }

  func read(_ state: inout State) -> Effect<Action> {
    guard state.reading == .none
    else {
      state.reading = .again
      return .none
    }
    state.reading = .once
    let known = state.texts.mapValues(\.segmentCount)
    return .run { send in
      let elapsed = clock.stopwatch()
      // In this order, a job that ends in between is in neither list, and the next read finds it.
      let finished = try await database.jobs.finished(
        since: calendar.startOfDay(for: now), page: .all)
      let open = try await database.jobs.list(page: .all)
      let ids = (open + finished).map(\.recordingID)
      let recordings =
        ids.isEmpty ? [] : try await database.recordings(matching: RecordingQuery(ids: ids))
      var snapshot = Snapshot(
        queue: Queue(open: open, finished: finished, recordings: recordings))
      for item in snapshot.queue.items where item.job.state == .running {
        snapshot.texts[item.job.id] = try await database.jobs.keptSegments(
          of: item.job.id, after: known[item.job.id] ?? 0)
      }
      await send(.loadResponse(.success(snapshot)))
      let pause = elapsed() * Self.readPauseFactor
      if pause > .zero { try await clock.sleep(for: pause) }
      await send(.readingEnded)
    } catch: { error, send in
      await send(.loadResponse(.failure(error)))
    }
    .cancellable(id: CancelID.read)
  }

  func finishReading(_ state: inout State) -> Effect<Action> {
    let isStale = state.reading == .again
    state.reading = .none
    return isStale ? read(&state) : .none
  }

  func apply(_ snapshot: Snapshot, _ state: inout State) -> Effect<Action> {
    let old = state.queue
    state.libraryProblem = nil
    state.change { $0 = snapshot.queue }
    state.running = state.running.filter { id, _ in
      ![.done, .failed].contains(state.queue.items[id: id]?.job.state)
    }
    state.texts = snapshot.texts.reduce(into: [:]) { texts, new in
      texts[new.key] = state.texts[new.key] ?? PartialText()
      texts[new.key]?.append(new.value)
    }
    let isFirst = !state.isLoaded
    state.isLoaded = true
    let finished = state.queue.items.filter { item in
      item.job.state == .done && old.finished[item.job.id] != item.job
    }
    return .merge(
      isFirst
        ? .none : .merge(finished.map { .send(.delegate(.transcriptFinished($0.id))) }),
      watchOtherPrograms(state),
      // The job of a program that has died counts as running until another program claims it.
      isFirst && state.queue.count(.running) > 0 || state.queue.count(.queued) > 0
        ? begin(&state) : .none)
  }

  private func watchOtherPrograms(_ state: State) -> Effect<Action> {
    let others = state.queue.items.contains {
      $0.job.state == .running && state.running[$0.id] == nil
    }
    guard others
    else { return .cancel(id: CancelID.otherProgram) }
    return .run { send in
      try await clock.sleep(for: Self.otherProgramTimeout)
      await send(.otherProgramTimedOut)
    }
    .cancellable(id: CancelID.otherProgram, cancelInFlight: true)
  }

  func begin(_ state: inout State) -> Effect<Action> {
    guard state.work == .idle
    else { return .none }
    state.running = [:]
    state.work = .running(hasClaimedJob: false)
    let needsModel = state.queue.items.contains {
      $0.job.state.isUnfinished && $0.job.model == nil
    }
    return .run { send in
      await send(
        .workResponse(
          Result {
            try await checkEngine(needsModel: needsModel)
            try await TranscriptionQueue().run { await send(.queueEvent($0)) }
          }))
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }

  /// Without an engine, every job would fail, although all could wait for it. Throws ``NoEngine``.
  private func checkEngine(needsModel: Bool) async throws {
    guard speechClient.authorizationStatus() != .authorized
    else { return }
    let status = await speechClient.engineStatus()
    switch status.authorization {
    case .authorized, .notDetermined: return
    // The engine's default model may be the problem; jobs that name another model can run.
    case .restricted where !needsModel: return
    case .denied, .restricted:
      throw NoEngine(
        description: status.failure?.description
          ?? "no speech engine is set up; run 'speechmemo doctor' to see what to do")
    }
  }

  private struct NoEngine: Error, CustomStringConvertible {
    let description: String
  }

  func endWork(on jobs: [TranscriptionJob], _ state: inout State) -> Effect<Action> {
    state.allowWork()
    for job in jobs {
      state.running[job.recordingID] = nil
      runningJobs.end(id: job.id)
    }
    return read(&state)
  }

  func findEdits(_ ids: [Recording.ID], _ source: EnqueueRequest.Source) -> Effect<Action> {
    // Taken before the check: text that is edited later is newer than the job, and is kept.
    let request = EnqueueRequest(ids, from: source, checkedAt: now)
    return .respond(with: { .editedTextsResponse($0, request) }) {
      var edited: [Recording.ID] = []
      for id in ids where try await database.transcription(of: id)?.editedAt != nil {
        edited.append(id)
      }
      return edited
    }
  }

  func enqueue(_ request: EnqueueRequest, _ state: State) -> Effect<Action> {
    let jobs = request.ids.map { id in
      let last = state.queue.items[id: id]?.job
      let settings = state.settings
      let (model, jobSettings) =
        switch request.source {
        case .lastJob:
          last.map { ($0.model, $0.settings) } ?? (settings.model, settings.transcription)
        case .model(let model): (model, last?.settings ?? settings.transcription)
        case .settings: (settings.model, settings.transcription)
        }
      return TranscriptionJob(
        id: TranscriptionJob.ID(uuid()), recordingID: id, createdAt: request.checkedAt,
        model: model, settings: jobSettings)
    }
    return .respond(with: Action.enqueueResponse) {
      for job in jobs { try await database.jobs.enqueue(job: job) }
      return request.ids
    }
  }

  func cancel(_ job: TranscriptionJob) -> Effect<Action> {
    .run { send in
      do {
        try await database.jobs.end(id: job.id, outcome: .cancelled)
        await send(.cancelResponse(.success(job)))
      } catch DatabaseError.notFound {
        await send(.libraryChanged)
      } catch {
        await send(.cancelResponse(.failure(error)))
      }
    }
  }
}

extension TranscriptionFeature.State {
  mutating func change(_ change: (inout Queue) -> Void) {
    let selectedID = selected?.id
    change(&queue)
    let items = queue.items
    list.selection = list.selection.flatMap { selection in
      items.isEmpty
        ? nil : selectedID.flatMap { items.index(id: $0) } ?? min(selection, items.count - 1)
    }
    if selectsFirst, list.selection == nil, !items.isEmpty { list.selection = 0 }
  }
}
