import ComposableArchitecture
import DatabaseClient
import Foundation
import SharedModels
import SpeechClient
import TerminalUI
import TranscriptionCore

extension TranscriptionFeature {
  enum CancelID: CaseIterable {
    case follow, read, silence, work
  }

  /// How long somebody who works on a job may be silent before it is tried whether the job can be
  /// had: it can, if its program is gone.
  public static let patience = Duration.seconds(10)

  /// For each second that the library is read, how long it is left alone: where ten thousand memos
  /// wait, telling of each sentence would otherwise cost more than hearing it.
  static let rest = 3

  // MARK: What is to be made

  /// Tells what there is, and whenever anything has changed in the library.
  func follow() -> Effect<Action> {
    .run { send in
      let changes = database.changes()
      // What is read from now on has all that changed before.
      await send(.libraryChanged)
      for await _ in changes { await send(.libraryChanged) }
    }
    .cancellable(id: CancelID.follow, cancelInFlight: true)
  }

  /// Reads what is to be made, once more if it is being read.
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
      // In this order a job that ends meanwhile is in neither, and new to the next reading.
      let finished = try await database.finishedJobs(since: calendar.startOfDay(for: now))
      let open = try await database.jobs()
      let ids = (open + finished).map(\.recordingID)
      let recordings =
        ids.isEmpty ? [] : try await database.recordings(matching: RecordingQuery(ids: ids))
      var snapshot = Snapshot(
        queue: Queue(open: open, finished: finished, recordings: recordings))
      for item in snapshot.queue.items where item.job.state == .running {
        snapshot.texts[item.job.id] = try await database.keptSegments(
          of: item.job.id, after: known[item.job.id] ?? 0)
      }
      await send(.loaded(snapshot))
      let rest = elapsed() * Self.rest
      if rest > .zero { try await clock.sleep(for: rest) }
      await send(.readingEnded)
    } catch: { error, send in
      await send(.loadFailed(reason: "\(error)"))
    }
    .cancellable(id: CancelID.read)
  }

  /// Reads what has changed while it was being read.
  func readOn(_ state: inout State) -> Effect<Action> {
    let isStale = state.reading == .again
    state.reading = .none
    return isStale ? read(&state) : .none
  }

  func take(_ snapshot: Snapshot, _ state: inout State) -> Effect<Action> {
    let old = state.queue
    state.libraryProblem = nil
    state.change { $0 = snapshot.queue }
    if let id = state.work.recordingID,
      [.done, .failed].contains(state.queue.items[id: id]?.job.state)
    {
      state.work.recordingID = nil
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
      watchOthers(state),
      // What was left by a program that is gone counts as being done until it is claimed.
      isFirst && state.queue.count(.running) > 0 || state.queue.count(.queued) > 0
        ? begin(&state) : .none)
  }

  /// Has it tried to take the jobs of others that have not been heard of for a while.
  private func watchOthers(_ state: State) -> Effect<Action> {
    let others = state.queue.items.contains {
      $0.job.state == .running && $0.id != state.work.recordingID
    }
    guard others
    else { return .cancel(id: CancelID.silence) }
    return .run { send in
      try await clock.sleep(for: Self.patience)
      await send(.somebodySilent)
    }
    .cancellable(id: CancelID.silence, cancelInFlight: true)
  }

  // MARK: Making it

  /// Makes transcripts until nothing is left to make, unless that is being done.
  func begin(_ state: inout State) -> Effect<Action> {
    guard !state.isPaused, !state.work.isRunning, !state.work.wasFruitless,
      state.workProblem == nil
    else { return .none }
    state.work = Work()
    state.work.isRunning = true
    let needsModel = state.queue.items.contains {
      [.queued, .running].contains($0.job.state) && $0.job.model == nil
    }
    return .run { send in
      if let reason = await engineProblem(needsModel: needsModel) {
        return await send(.queueFailed(reason: reason))
      }
      try await TranscriptionQueue().run { await send(.queueEvent($0)) }
      await send(.queueEnded)
    } catch: { error, send in
      await send(.queueFailed(reason: "\(error)"))
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }

  /// Why no transcript can be made. Looked at before a job is claimed: without an engine each would
  /// fail, one after another, where all can wait until there is one.
  private func engineProblem(needsModel: Bool) async -> String? {
    guard speechClient.authorizationStatus() != .authorized
    else { return nil }
    let status = await speechClient.engineStatus()
    switch status.authorization {
    case .authorized, .notDetermined: return nil
    // The engine's own weights may be what is wrong, and jobs that name others can be done.
    case .restricted where !needsModel: return nil
    case .denied, .restricted:
      return status.failure?.description
        ?? "no speech engine is set up; 'speechmemo doctor' says what to do"
    }
  }

  /// Goes on with another job where those of some memos were taken away.
  func workAnew(on ids: [Recording.ID], _ state: inout State) -> Effect<Action> {
    state.work.wasFruitless = false
    guard let id = state.work.recordingID, ids.contains(id)
    else { return read(&state) }
    state.work = Work()
    // The engine may be busy with it for a while: it is not waited for.
    return .concatenate(.cancel(id: CancelID.work), read(&state))
  }

  // MARK: What a person wants

  /// Looks whether anybody's words would be replaced.
  func check(_ ids: [Recording.ID], _ request: Wish.Request) -> Effect<Action> {
    // Of the time before the look: what is edited after it is newer than the job, and stays.
    let wish = Wish(ids, request, checkedAt: now)
    return wishing { send in
      var edited: [Recording.ID] = []
      for id in wish.ids where try await database.transcription(of: id)?.editedAt != nil {
        edited.append(id)
      }
      await send(.enqueueChecked(wish, edited: edited))
    }
  }

  func enqueue(_ wish: Wish, _ state: State) -> Effect<Action> {
    let jobs = wish.ids.map { id in
      let last = state.queue.items[id: id]?.job
      let settings = state.settings
      let (model, request) =
        switch wish.request {
        case .asBefore:
          last.map { ($0.model, $0.settings) } ?? (settings.model, settings.transcription)
        case .like(let job): (job.model, job.settings)
        case .model(let model): (model, last?.settings ?? settings.transcription)
        case .settings: (settings.model, settings.transcription)
        }
      return TranscriptionJob(
        id: TranscriptionJob.ID(uuid()), recordingID: id, createdAt: wish.checkedAt,
        model: model, settings: request)
    }
    return wishing { send in
      for job in jobs { try await database.enqueue(job: job) }
      await send(.enqueued(wish.ids))
    }
  }

  func cancel(_ job: TranscriptionJob) -> Effect<Action> {
    wishing { send in
      do {
        try await database.endJob(id: job.id, outcome: .cancelled)
      } catch DatabaseError.notFound {
        // It has ended meanwhile.
        return await send(.libraryChanged)
      }
      await send(.cancelled(job))
    }
  }

  private func wishing(
    _ operation: @escaping @Sendable (Send<Action>) async throws -> Void
  ) -> Effect<Action> {
    .run { send in
      try await operation(send)
    } catch: { error, send in
      await send(.wishFailed(reason: "\(error)"))
    }
  }
}

extension TranscriptionFeature.State {
  /// Changes the queue. What is chosen stays chosen; if it is gone, what comes in its place is.
  mutating func change(_ change: (inout Queue) -> Void) {
    let selectedID = selected?.id
    change(&queue)
    let items = queue.items
    list.selection = list.selection.flatMap { selection in
      items.isEmpty
        ? nil : selectedID.flatMap { items.index(id: $0) } ?? min(selection, items.count - 1)
    }
  }
}

extension Clock<Duration> {
  /// How much time has passed since the call.
  fileprivate func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
