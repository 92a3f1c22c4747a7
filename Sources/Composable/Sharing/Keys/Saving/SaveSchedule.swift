import Clocks
import Dependencies
import Dispatch
import FileStorage
import Foundation
import POSIX

/// Keeps a file and a value in memory alike, one step at a time.
///
/// The first caller does the work, on its thread, and also that of callers in the meantime, which
/// only leave a note. So no lock is held during the work, a notified observer may change the value
/// again, and only callers that request it wait for a file.
protocol FileWorker: PendingSave {
  var schedule: SaveSchedule { get }

  /// Does one step. Never called by two threads at a time.
  func perform(_ work: FileWork) -> FileOutcome

  /// Waits until no thread is in the middle of replacing the file.
  func waitForFile()
}

/// The time at which a ``FileWorker`` works.
final class SaveSchedule: Sendable {
  typealias Completion = @Sendable (FileOutcome) -> Void

  fileprivate struct State {
    var pending: FileWork = []
    /// Pending work does not wait for the interval.
    var isUrgent = false
    /// The turn in which the work is done.
    var turn: SaveTurn?
    /// Before this, changes are collected.
    var nextSave: AnyClock<Duration>.Instant?
    var isTimerSet = false
    /// The callers that requested a save or a load.
    var completions: [Completion] = []
    /// The caller that made the last of several changes.
    var change: Completion?
    /// The result of the last save. A failed save is retried at the next opportunity.
    var lastSave = FileOutcome()

    /// Gives a turn to the caller.
    mutating func begin(_ turn: SaveTurn = SaveTurn()) -> Step {
      self.turn = turn
      return .run(turn)
    }
  }

  fileprivate enum Step {
    case nothing
    case run(SaveTurn)
    case wait(until: AnyClock<Duration>.Instant)
  }

  fileprivate let state = Mutex(State())
  fileprivate let throttle: SaveThrottle
  fileprivate let pendingSaves: PendingSaves

  /// Makes a schedule with the throttle, and for the program's end or the test's, that are in
  /// force.
  ///
  /// - Parameter files: The storage of the file; `nil` for app storage.
  init(files: FileStorage? = nil) {
    @Dependency(\.saveThrottle) var throttle
    @Dependency(\.pendingSaves) var pendingSaves
    self.throttle = throttle.applied(to: files)
    self.pendingSaves = pendingSaves
  }

  /// - Parameter turn: The turn that takes the step; a new one by default.
  fileprivate func nextStep(_ state: inout State, in turn: SaveTurn? = nil) -> Step {
    guard state.turn == nil, !state.pending.isEmpty
    else { return .nothing }
    if state.isUrgent || state.pending != .save { return state.begin(turn ?? SaveTurn()) }
    // An interval has many changes: only the first one reads the clock.
    if state.isTimerSet { return .nothing }
    if let clock = throttle.clock, let nextSave = state.nextSave, clock.now < nextSave {
      state.isTimerSet = true
      return .wait(until: nextSave)
    }
    return state.begin(turn ?? SaveTurn())
  }

  /// Returns the work to do now, and the callers to notify. Changes stay until their interval has
  /// passed.
  fileprivate func takeWork(
    _ state: inout State, onlyReading: Bool
  ) -> (FileWork, [Completion]) {
    var work = state.pending
    let isEarly = !state.isUrgent && state.pending != .save && isWithinInterval(state)
    if onlyReading || isEarly { work.remove(.save) }
    state.pending.subtract(work)
    // A caller that also requested a save waits for it.
    guard !state.isUrgent || state.pending.isEmpty
    else { return (work, []) }
    state.isUrgent = false
    var completions = state.completions
    state.completions = []
    if work.contains(.save), let change = state.change {
      completions.append(change)
      state.change = nil
    }
    return (work, completions)
  }

  private func isWithinInterval(_ state: State) -> Bool {
    guard let clock = throttle.clock, let nextSave = state.nextSave
    else { return false }
    return clock.now < nextSave
  }
}

extension FileWorker {
  /// Notes a change, to be written now or when the interval is over.
  func valueDidChange(completion: @escaping SaveSchedule.Completion) {
    let (step, superseded, lastSave, isBusy) = schedule.state.withLock { state in
      state.pending.insert(.save)
      let superseded = state.change
      state.change = completion
      let isBusy = state.turn != nil
      return (schedule.nextStep(&state), superseded, state.lastSave, isBusy)
    }
    // Nothing new is known for it.
    superseded?(lastSave)
    take(step)
    if isBusy {
      // The thread that works does this, too; but the process may end before.
      schedule.pendingSaves.insert(self)
      schedule.pendingSaves.removeIfDone(self)
    }
  }

  /// Runs work now, together with pending work.
  func request(_ work: FileWork, completion: @escaping SaveSchedule.Completion) {
    let step = schedule.state.withLock { state in
      state.pending.formUnion(work)
      state.isUrgent = true
      state.completions.append(completion)
      return schedule.nextStep(&state)
    }
    take(step)
  }

  /// Reads the file if it has changed.
  ///
  /// All files' watchers share the thread that tells, which must not wait for a file's lock. So
  /// nothing is saved by it.
  func fileDidChange() {
    let step = schedule.state.withLock { state in
      state.pending.insert(.read)
      return schedule.nextStep(&state)
    }
    if case .run(let turn) = step { run(turn, onlyReading: true) } else { take(step) }
  }

  func flush(beforeEnd isEnding: Bool = false) {
    while true {
      let (step, turn) = schedule.state.withLock { state -> (SaveSchedule.Step, SaveTurn?) in
        if state.lastSave.leavesUnsaved { state.pending.insert(.save) }
        if state.pending.contains(.save) { state.isUrgent = true }
        guard let turn = state.turn
        else { return (schedule.nextStep(&state), nil) }
        return (.nothing, turn)
      }
      guard let turn
      else { return take(step) }
      if turn.includesCaller {
        if isEnding { saveInside() }
        return
      }
      if !isEnding {
        turn.waitForEnd()
      } else if !turn.waitForEnd(until: .now() + .seconds(PendingSaves.patience)) {
        waitForFile()
        // The thread that replaced it is about to report the end.
        if !turn.waitForEnd(until: .now() + .milliseconds(100)) { return saveInside() }
      }
    }
  }

  /// Saves in the middle of this thread's work, which will not continue, or of another thread that
  /// does not return from an observer. Observers are notified between steps, so another step can
  /// run here.
  private func saveInside() {
    let turn = SaveTurn()
    let (interrupted, isToSave, completion) = schedule.state.withLock { state in
      defer { (state.turn, state.change) = (turn, nil) }
      return (state.turn, state.pending.remove(.save) != nil, state.change)
    }
    if isToSave {
      turn.run {
        let outcome = perform(.save)
        completion?(outcome)
      }
    }
    schedule.state.withLock { $0.turn = nil }
    turn.end()
    interrupted?.end()
  }

  private func take(_ step: SaveSchedule.Step) {
    switch step {
    case .nothing: return
    case .run(let turn): run(turn)
    case .wait(let deadline): wait(until: deadline)
    }
  }

  private func run(_ turn: SaveTurn, onlyReading: Bool = false) {
    turn.run { runSteps(of: turn, onlyReading: onlyReading) }
  }

  private func runSteps(of turn: SaveTurn, onlyReading: Bool) {
    while true {
      let (work, completions) = schedule.state.withLock {
        schedule.takeWork(&$0, onlyReading: onlyReading)
      }
      let outcome = perform(work)
      if work.contains(.save) {
        // The interval begins before the caller is notified and may ask again.
        let nextSave = schedule.throttle.clock?.now.advanced(by: schedule.throttle.interval)
        schedule.state.withLock { state in
          state.nextSave = nextSave
          state.lastSave = outcome
        }
        if outcome.leavesUnsaved { schedule.pendingSaves.insert(self) }
      }
      for completion in completions { completion(outcome) }
      let (step, isToSave) = schedule.state.withLock { state -> (SaveSchedule.Step, Bool) in
        guard state.turn === turn
        else { return (.nothing, false) }
        state.turn = nil
        let isToSave = onlyReading && state.pending == .save
        return (isToSave ? .nothing : schedule.nextStep(&state, in: turn), isToSave)
      }
      if case .run = step { continue }
      if isToSave { saveSoon() }
      if case .wait = step {} else { schedule.pendingSaves.removeIfDone(self) }
      take(step)
      turn.end()
      return
    }
  }

  /// Saves pending changes on another thread.
  private func saveSoon() {
    schedule.pendingSaves.insert(self)
    DispatchQueue.global().async { [self] in
      take(schedule.state.withLock { schedule.nextStep(&$0) })
      schedule.pendingSaves.removeIfDone(self)
    }
  }

  private func wait(until deadline: AnyClock<Duration>.Instant) {
    schedule.pendingSaves.insert(self)
    guard let clock = schedule.throttle.clock else { return }
    // The timer must not inherit task locals, such as a test's change tracker.
    Task.detached { [self] in
      // The postponed work must be done, whatever ends the sleep.
      try? await clock.sleep(until: deadline)
      take(schedule.state.withLock { timerDidFire(&$0, deadline) })
      schedule.pendingSaves.removeIfDone(self)
    }
  }

  private func timerDidFire(
    _ state: inout SaveSchedule.State, _ deadline: AnyClock<Duration>.Instant
  ) -> SaveSchedule.Step {
    state.isTimerSet = false
    guard state.turn == nil, state.pending.contains(.save)
    else { return .nothing }
    if let nextSave = state.nextSave, deadline < nextSave {
      // A save on request has begun another interval.
      state.isTimerSet = true
      return .wait(until: nextSave)
    }
    return state.begin()
  }

  /// Whether changes are pending.
  var hasPendingSave: Bool {
    schedule.state.withLock { $0.pending.contains(.save) }
  }

  /// Whether a save has failed.
  var hasFailedSave: Bool {
    schedule.state.withLock { $0.lastSave.leavesUnsaved }
  }

  /// Whether no changes wait or are being written, none would wait, and none could not be saved.
  var isDone: Bool {
    schedule.state.withLock {
      !$0.isTimerSet && !$0.lastSave.leavesUnsaved && $0.turn == nil
        && !$0.pending.contains(.save)
    }
  }
}
