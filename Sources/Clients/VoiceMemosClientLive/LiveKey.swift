public import Dependencies
import POSIX
public import VoiceMemosClient

extension VoiceMemosClient: DependencyKey {
  public static let liveValue = Self(
    library: { folder in
      try await onOwnThread("voice memos") { try RecordingsDatabase(in: folder).library() }
    },
    transcript: { file in
      try await onOwnThread("voice memos") {
        try transcriptAtom(of: file).flatMap(AppleTranscript.init)?.transcript
      }
    })
}
