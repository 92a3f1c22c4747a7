import Dispatch
import Foundation
import Observation
import Sharing

/// Exits during a save, with a further change waiting.
enum Leaving {
  static func run(_ file: URL, value: Int, how: String) throws {
    switch how {
    case "file": leave(Shared(wrappedValue: 0, .fileStorage(blocked(file))), file, value)
    case "suite":
      let store = FileUserDefaults(url: blocked(file), storage: .fileSystem)
      leave(Shared(wrappedValue: 0, .appStorage("number", store: store)), file, value)
    case "other": try leaveOther(file, value)
    case "stuck": leaveAlone(Shared(wrappedValue: 0, .fileStorage(blocked(file))), file, value)
    case "both": leaveBoth(Shared(wrappedValue: 0, .fileStorage(blocked(file))), file, value)
    default: try leaveTwice(file, value)
    }
  }

  /// Creates a folder at the file's path, so that saving fails.
  private static func blocked(_ file: URL) -> URL {
    mkdir(file.path, 0o755)
    return file
  }

  /// Exits in an observer that is notified of a failed save, on the saving thread.
  private static func leave(_ number: Shared<Int>, _ file: URL, _ value: Int) {
    withObservationTracking {
      _ = number.saveError
    } onChange: {
      rmdir(file.path)
      number.withLock { $0 = value }
      exit(3)
    }
    number.withLock { $0 = 1 }
  }

  /// Exits while another thread saves.
  private static func leaveOther(_ file: URL, _ value: Int) throws {
    let (began, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let number = Shared(
      wrappedValue: 0,
      .fileStorage(file) { @Sendable in
        try JSONDecoder().decode(Int.self, from: $0)
      } encode: { @Sendable in
        if $0 == 1 {
          began.signal()
          goesOn.wait()
        }
        return try JSONEncoder().encode($0)
      })
    Thread.detachNewThread { number.withLock { $0 = 1 } }
    began.wait()
    number.withLock { $0 = value }
    Self.goesOn = goesOn
    // The last handler runs first.
    atexit { Leaving.goesOn?.signal() }
    exit(3)
  }

  /// Exits while the saving thread is stuck in an observer.
  private static func leaveAlone(_ number: Shared<Int>, _ file: URL, _ value: Int) {
    saveOnAnotherThread(number, file) {
      number.withLock { $0 = value }
      exit(3)
    } then: {
      while true { pause() }
    }
  }

  /// Exits on two threads, one of them in the middle of a save.
  private static func leaveBoth(_ number: Shared<Int>, _ file: URL, _ value: Int) {
    let isChanged = DispatchSemaphore(value: 0)
    saveOnAnotherThread(number, file) {
      number.withLock { $0 = value }
      isChanged.signal()
      exit(3)
    } then: {
      isChanged.wait()
      exit(3)
    }
  }

  /// Saves on another thread, which runs `end` when saving fails, while this one continues.
  private static func saveOnAnotherThread(
    _ number: Shared<Int>, _ file: URL, meanwhile: () -> Void,
    then end: @escaping @Sendable () -> Void
  ) {
    let hasFailed = DispatchSemaphore(value: 0)
    withObservationTracking {
      _ = number.saveError
    } onChange: {
      rmdir(file.path)
      hasFailed.signal()
      end()
    }
    Thread.detachNewThread { number.withLock { $0 = 1 } }
    hasFailed.wait()
    meanwhile()
  }

  /// Exits on two threads, the second while the first saves pending changes.
  private static func leaveTwice(_ file: URL, _ value: Int) throws {
    let (isSaving, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Self.goesOn = goesOn
    let number = Shared(
      wrappedValue: 0,
      .fileStorage(file) { @Sendable in
        try JSONDecoder().decode(Int.self, from: $0)
      } encode: { @Sendable in
        if $0 == value {
          // The other thread runs this handler, and then can only wait.
          atexit { Leaving.goesOn?.signal() }
          isSaving.signal()
          goesOn.wait()
        }
        return try JSONEncoder().encode($0)
      })
    number.withLock { $0 = 1 }
    number.withLock { $0 = value }
    Thread.detachNewThread {
      isSaving.wait()
      exit(3)
    }
    exit(3)
  }

  // Set before the handler that reads it is installed.
  nonisolated(unsafe) private static var goesOn: DispatchSemaphore?
}
