public import AudioRecorderClient
public import ComposableArchitecture
public import ComposableTerminal

extension RecordMemoFeature {
  /// The first step, on ``Action/task``.
  public enum Start: Equatable, Sendable {
    case device, recording
  }

  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    /// `nil` for the sound server's default.
    @Shared(.appStorage("recordingDevice")) public var device: String?
    @Presents public var devicePrompt: ChoicePrompt<String?>.State?
    public var drafts: [RecoveredRecording]
    public var input: AudioInputStatus?
    /// Whether a draft is being saved or discarded, during which no recording can start.
    public var isStoringDraft = false
    public var recordingMemo: RecordingMemo?
    public var speechRemark: String?
    let hasReadDrafts: Bool
    let start: Start?

    /// Without `drafts`, they are read on ``Action/task``.
    public init(drafts: [RecoveredRecording]? = nil, start: Start? = nil) {
      self.drafts = drafts ?? []
      hasReadDrafts = drafts != nil
      self.start = start
    }

    public var isRecording: Bool { recordingMemo != nil }

    /// Closing the page would stop its work.
    public var isBusy: Bool { isRecording || isStoringDraft }

    mutating func takeDraft() -> RecoveredRecording? {
      guard !drafts.isEmpty, !isStoringDraft
      else { return nil }
      isStoringDraft = true
      return drafts.removeFirst()
    }

    public var shutDownProblem: String? {
      // A draft that the user has not tried to save is not a problem of this run.
      !isRecording && !drafts.isEmpty && alert != nil
        ? "the recording is safe, but not saved as a memo: open the app again to save it" : nil
    }
  }
}
