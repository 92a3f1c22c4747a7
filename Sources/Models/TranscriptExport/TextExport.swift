public import SharedModels

/// Plain text: paragraphs by pauses, an empty line between them. Empty if nothing was said.
public func textExport(_ recording: Recording, _ transcription: Transcription) -> String {
  transcription.paragraphs(duration: recording.duration).map { $0.text + "\n" }
    .joined(separator: "\n")
}
