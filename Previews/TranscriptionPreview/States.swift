import ComposableArchitecture
import DatabaseClient
import PreviewHarness
import SharedModels
import SharedSettings
import SpeechClient
import TranscriptionCore
import TranscriptionFeature

extension TranscriptionPreview {
  static var states: [Preview<TranscriptionFeature>.StartingState] {
    [
      state("usual", typical),
      state("empty", .inMemory()),
      state("long", long, isLarge: true),
      state("loading") { $0.database.jobs.list = { _ in try await Task.never() } },
      state("failed") {
        $0.database.jobs.list = { _ in throw DatabaseError.busy(path: "library.sqlite") }
      },
      state("denied", typical) {
        $0.speechClient.authorizationStatus = { .denied }
        $0.speechClient.engineStatus = {
          SpeechEngineStatus(
            authorization: .denied,
            failure: .engine(
              message: "no speech engine is set up",
              hint: "run 'speechmemo setup-engine' to set it up"))
        }
      },
    ]
  }

  private static func state(
    _ name: String, _ database: @autoclosure @escaping () -> DatabaseClient = .inMemory(),
    isLarge: Bool = false, change: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> Preview<TranscriptionFeature>.StartingState {
    .init(
      name, isLarge: isLarge,
      TranscriptionFeature.State(settings: SharedReader(value: Settings(model: "tiny.en")))
    ) {
      $0.calendar = .utc
      $0.database = database()
      // Sessions in one process would share their jobs.
      $0.runningJobs = RunningJobs()
      $0.speechClient = .lorem(speech, clock: $0.continuousClock)
      $0.speechClient.authorizationStatus = { .authorized }
      change(&$0)
    }
  }

  private static var typical: DatabaseClient {
    let memos = [
      memo(1, "Ideas for the garden", seconds: 183),
      memo(2, "Budget meeting", seconds: 12),
      memo(3, "会議のメモ 🎙️", seconds: 722, .failed(reason: noAudio)),
      memo(4, "Call with Zoë", seconds: 5_704, .queued),
      memo(5, "A thought on the train", seconds: 20, .queued),
    ]
    var edited = Transcription.preview("My own words.")
    edited.editedAt = morning
    return .inMemory(
      memos.map {
        TranscribedMemo(
          recording: $0,
          transcription: $0.title == "Budget meeting" ? edited : .preview("Old words."))
      },
      jobs: [
        job(2, .done, endedAt: morning),
        job(3, .failed, reason: noAudio, endedAt: morning),
        job(5, .queued),
        job(4, .queued, model: "small"),
      ])
  }

  private static var long: DatabaseClient {
    let numbers = 1...2_000
    return .inMemory(
      numbers.map {
        TranscribedMemo(
          recording: memo($0, "Memo \($0)", seconds: 60 + $0, .queued),
          transcription: .preview("Old words."))
      },
      jobs: numbers.map { job($0, .queued) })
  }

  private static let noAudio = "the file contains no audio; check that it plays elsewhere"

  /// About two sentences are recognized per second.
  private static let speech = """
    We met at nine. The harbour was still in fog. Marta had the long rope and two lanterns. The \
    ferry did not stop at the old pier. So we went on foot along the wall. At noon the tide \
    turned. We found the blue notebook where the path ends. It is dry and can be read.
    """

  /// On the day of the preview's date.
  private static let morning = Date(timeIntervalSince1970: 1_767_225_600 + 34_200)

  private static func id(_ number: Int, _ kind: Int) -> UUID {
    UUID(uuidString: "00000000-0000-0000-000\(kind)-\(String(100_000_000_000 + number))") ?? UUID()
  }

  private static func memo(
    _ number: Int, _ title: String, seconds: Int, _ transcription: TranscriptionState = .done
  ) -> Recording {
    .preview(
      id: Recording.ID(id(number, 1)), title: title,
      date: Date(timeIntervalSince1970: 1_767_000_000 + Double(number) * 3600),
      duration: .seconds(seconds), transcription: transcription)
  }

  private static func job(
    _ number: Int, _ state: TranscriptionJob.State, model: String? = "tiny.en",
    reason: String? = nil, endedAt: Date? = nil
  ) -> TranscriptionJob {
    TranscriptionJob(
      id: TranscriptionJob.ID(id(number, 2)), recordingID: Recording.ID(id(number, 1)),
      createdAt: morning, endedAt: endedAt, model: model, reason: reason, state: state)
  }
}

extension Calendar {
  fileprivate static var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
