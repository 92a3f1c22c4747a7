import AudioRecorderClient
import ComposableArchitecture
import ComposableTerminal
import RecordingCore
import SharedModels
import SharedSettings
import SpeechClient

extension RecordMemoFeature {
  func record(to url: URL) -> Effect<Action> {
    .merge(
      .respond(with: Action.audioRecorderDidFinish) {
        try await audioRecorder.startRecording(url: url)
      },
      .run { send in
        for await level in audioRecorder.levels() { await send(.levelUpdated(level)) }
      }
      .cancellable(id: CancelID.meters),
      .run { send in
        // Polled more often than it is shown, so that no second is late.
        var last: TimeInterval?
        for await _ in clock.timer(interval: .milliseconds(200)) {
          guard let time = await audioRecorder.currentTime(), time != last
          else { continue }
          last = time
          await send(.timerUpdated(time))
        }
      }
      .cancellable(id: CancelID.meters),
      .run { send in
        await send(
          .speechRecognizerAuthorizationStatusResponse(speechClient.requestAuthorization()))
      }
      .cancellable(id: CancelID.speech))
  }

  /// Recognition never affects the recording: an error is only shown as a remark.
  func transcribeLive() -> Effect<Action> {
    .run { send in
      @SharedReader(.settings) var settings
      let request = TranscriptionRequest(
        audio: .samples(audioRecorder.samples()),
        likelyLanguages: await LikelyLanguages().ofLibrary(), model: settings.model,
        settings: settings.transcription)
      for try await result in await speechClient.startTask(request) {
        await send(.speech(.success(result)))
      }
    } catch: { error, send in
      await send(.speech(.failure(error)))
    }
    .cancellable(id: CancelID.speech)
  }

  func pauseOrResume(_ state: inout State) -> Effect<Action> {
    switch state.recordingMemo?.mode {
    case .paused:
      state.recordingMemo?.mode = .recording
      return .run { _ in await audioRecorder.resumeRecording() }

    case .recording:
      state.recordingMemo?.mode = .paused
      return .run { _ in await audioRecorder.pauseRecording() }

    case .discarding, .encoding, .starting, nil:
      return .none
    }
  }

  func finish(_ result: Result<Bool, any Error>, _ state: inout State) -> Effect<Action> {
    let meters = Effect<Action>.merge(.cancel(id: CancelID.meters), .cancel(id: CancelID.speech))
    guard let memo = state.recordingMemo
    else { return meters }
    switch result {
    case .failure(let error):
      state.recordingMemo = nil
      // If nothing was recorded, there is nothing to discard.
      if memo.mode != .discarding { state.alert = .recordingFailed(error) }
      return meters

    case .success where memo.mode == .discarding:
      return .merge(meters, discard(memo.draft, "Memo", includesDevice: true))

    case .success(let isComplete):
      // It is too late to discard the recording.
      state.alert = nil
      state.recordingMemo?.mode = .encoding
      return .merge(
        meters,
        .run { [title = title(of: memo.date, "Memo")] send in
          if !isComplete, let end = await audioRecorder.lastEnd() {
            await send(.recordingInterrupted(end))
          }
          let device = await audioRecorder.status().device?.name
          await send(
            .saveResponse(
              Result {
                try await recordingFiles.save(
                  audio: RecordedAudio(
                    date: memo.date, device: device, file: memo.url, title: title))
              }))
        })
    }
  }

  func finish(
    _ recording: Recording, interruption: RecordingEnd? = nil, _ state: State
  ) -> Effect<Action> {
    .send(
      .delegate(
        .didFinish(
          recording, hasMoreDrafts: !state.drafts.isEmpty, interruption: interruption)))
  }

  /// `kind` begins the title. `includesDevice` adds the current device, for a recording just made.
  func discard(
    _ draft: RecoveredRecording, _ kind: String = "Recovered memo", includesDevice: Bool = false
  ) -> Effect<Action> {
    let date = draft.date ?? now
    let title = title(of: date, kind)
    return .respond(with: { .discardResponse($0, draft) }) {
      let device = includesDevice ? await audioRecorder.status().device?.name : nil
      return try await recordingFiles.discard(
        audio: RecordedAudio(date: date, device: device, file: draft.url, title: title))
    }
  }

  func save(_ draft: RecoveredRecording) -> Effect<Action> {
    let date = draft.date ?? now
    let title = title(of: date, "Recovered memo")
    return .respond(with: { .draftSaveResponse($0, draft) }) {
      try await recordingFiles.save(audio: RecordedAudio(date: date, file: draft.url, title: title))
    }
  }

  /// `Memo of 2026-01-31 12:00`, in local time.
  private func title(of date: Date, _ kind: String) -> String {
    let style = Date.ISO8601FormatStyle(timeZone: timeZone)
      .year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    return "\(kind) of \(date.formatted(style).prefix(16))"
  }
}
