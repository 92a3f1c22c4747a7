public import AudioRecorderClient
public import ComposableArchitecture
public import ComposableTerminal
public import SharedModels

extension RecordMemoFeature {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    /// Where sound is recorded from; `nil` for the sound server's own choice.
    @Shared(.appStorage("recordingDevice")) public var device: String?
    /// The devices to choose from, while one is chosen.
    @Presents public var devicePrompt: ChoicePrompt<String?>.State?
    /// What went to the trash last, from where it can be restored.
    public var discarded: Recording?
    /// Recordings that a crash has cut short, to be saved or discarded, the first one first.
    public var drafts: [RecoveredRecording]
    /// Whether sound can be recorded, as far as that is known.
    public var input: AudioInputStatus?
    public var recordingMemo: RecordingMemo?
    /// Why there is no live text, in one line.
    public var speechRemark: String?
    /// Whether the parent has read the drafts already.
    let hasReadDrafts: Bool

    /// - Parameter drafts: Recordings that a crash has cut short; `nil` to look for them on
    ///   ``Action/task``.
    public init(drafts: [RecoveredRecording]? = nil) {
      self.drafts = drafts ?? []
      hasReadDrafts = drafts != nil
    }

    /// Whether a recording is in progress, or is being saved or discarded.
    public var isRecording: Bool { recordingMemo != nil }

    /// What is left undone if the program ends now.
    public var shutDownProblem: String? {
      // A draft that nobody has tried to save is no problem of this run.
      !isRecording && !drafts.isEmpty && alert != nil
        ? "the recording is safe, but not saved as a memo: open the app again to save it" : nil
    }
  }
}
